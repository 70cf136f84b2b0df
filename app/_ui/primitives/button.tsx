"use client";
import { LoaderCircle } from "lucide-react";
import { Slot, Slottable } from "radix-ui/slot";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useAct, useOpener } from "../acts/page-acts.tsx";
import { useOwnRef } from "../acts/use-own-ref.ts";
import { cx } from "../cx.ts";
import { Link } from "./link.tsx";

export type ButtonLook = {
  variant?: "default" | "primary" | "ghost" | "danger" | undefined;
  size?: "sm" | "md" | "lg" | undefined;
  /** A square button that holds one icon; give it an aria-label. */
  square?: boolean | undefined;
  block?: boolean | undefined;
};

/** The classes of a button (styles/button.css), for the rare element that cannot be a Button or a LinkButton. */
export function buttonClass({
  variant = "default",
  size = "md",
  square = false,
  block = false,
}: ButtonLook = {}): string {
  return `btn btn-${variant} btn-${size}${square ? "-square" : ""}${block ? " w-full" : ""}`;
}

type Plain = Omit<ComponentProps<"button">, "onClick"> & {
  /** Work is under way: a turning mark, `pendingText` instead of the label, no second press. */
  pending?: boolean;
  pendingText?: ReactNode;
  /** Without an event where it was done from find-or-do. */
  onClick?: ((event?: MouseEvent) => void) | undefined;
};

export type ButtonProps = Plain &
  ButtonLook & {
    /** Gives the look to the only child instead of making a button. */
    asChild?: boolean;
  };

/** A button says its verb and its object ("Create project"). One `primary` on a page or in a dialog. */
export function Button({
  variant,
  size,
  square,
  block,
  asChild = false,
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const look = cx(buttonClass({ variant, size, square, block }), className);
  if (asChild)
    return (
      <Slot className={look} {...rest}>
        <Slottable>{children}</Slottable>
      </Slot>
    );
  return (
    <PressedButton className={look} {...rest}>
      {children}
    </PressedButton>
  );
}

function PressedButton({
  ref,
  type = "button",
  pending = false,
  pendingText,
  onClick,
  children,
  ...rest
}: Plain): ReactNode {
  const own = useOwnRef(ref);
  const isOff = pending || rest.disabled === true || rest["aria-disabled"] === true;
  const open = useOpener();
  const run = (button: HTMLButtonElement): void => {
    button.scrollIntoView({ block: "center" });
    button.focus();
    if (open !== null) open();
    else if (type === "submit") button.form?.requestSubmit(button);
    else onClick?.();
  };
  useAct(own, isOff ? null : { run });
  return (
    <button
      ref={own}
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {pending && <LoaderCircle aria-hidden className="turning size-3.5" />}
      {pending ? (pendingText ?? children) : children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function LinkButton({
  variant,
  size,
  square,
  block,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook): ReactNode {
  return <Link className={cx(buttonClass({ variant, size, square, block }), className)} {...rest} />;
}

/** A file of the product to take along. `download` is its name, where the answer does not say it. */
export function DownloadButton({
  variant,
  size,
  ref,
  download = true,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "className" | "download"> & {
  href: string;
  download?: string | true;
} & Pick<ButtonLook, "variant" | "size">): ReactNode {
  const own = useOwnRef(ref);
  // A browser saves what a link names instead of opening it only when the link itself is followed.
  useAct(own, { run: (link) => link.click() });
  return (
    <a ref={own} className={buttonClass({ variant, size })} download={download} {...rest}>
      {children}
    </a>
  );
}
