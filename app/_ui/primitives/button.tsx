import { LoaderCircle } from "lucide-react";
import { Slot, Slottable } from "radix-ui/slot";
import type { ComponentProps, ReactNode } from "react";
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

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Work is under way: a turning mark, `pendingText` instead of the label, no second press. */
    pending?: boolean;
    pendingText?: ReactNode;
    /** Gives the look to the only child instead of making a button. */
    asChild?: boolean;
  };

/** A button says its verb and its object ("Create project"). One `primary` on a page or in a dialog. */
export function Button({
  variant,
  size,
  square,
  block,
  pending = false,
  pendingText,
  asChild = false,
  className,
  children,
  type = "button",
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
    <button
      type={type}
      className={look}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
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
