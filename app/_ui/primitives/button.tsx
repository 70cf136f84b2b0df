"use client";
import { LoaderCircle } from "lucide-react";
import { Slot, Slottable } from "radix-ui/slot";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useAct, useOpener } from "../acts/page-acts.tsx";
import { useOwnRef } from "../acts/use-own-ref.ts";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { Link } from "./link.tsx";

export type ButtonLook = {
  variant?: "default" | "primary" | "ghost" | "danger" | undefined;
  size?: "sm" | "md" | "lg" | undefined;
  /** A square button with one icon; give it an aria-label. */
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
  /** The action is running: a spinner, `pendingText` instead of the label, no second press. */
  pending?: boolean;
  pendingText?: ReactNode;
  /** Without an event when run from the search. */
  onClick?: ((event?: MouseEvent) => void) | undefined;
};

export type ButtonProps = Plain &
  ButtonLook & {
    /** Styles the only child instead of rendering a button. */
    asChild?: boolean;
  };

/** A button names verb and object ("Create project"). One `primary` per page or dialog. */
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
        <Slottable>{marked(children)}</Slottable>
      </Slot>
    );
  return (
    <PressedButton className={look} {...rest}>
      {marked(children)}
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
      {marked(pending ? (pendingText ?? children) : children)}
    </button>
  );
}

/** A link that looks like a button: it opens something and changes nothing. */
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

/** A link that downloads a file of the product. `download` is its name, where the response does not state it. */
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
  // Browsers save a link's target instead of opening it only when the link itself is followed.
  useAct(own, { run: (link) => link.click() });
  return (
    <a ref={own} className={buttonClass({ variant, size })} download={download} {...rest}>
      {marked(children)}
    </a>
  );
}
