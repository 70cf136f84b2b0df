import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import { Slot, Slottable } from "radix-ui/slot";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

export type ButtonLook = {
  variant?: "default" | "primary" | "ghost" | "danger" | undefined;
  size?: "sm" | "md" | "lg" | undefined;
  /** A square button that holds one icon; give it an aria-label. */
  square?: boolean | undefined;
  block?: boolean | undefined;
};

const VARIANTS = {
  default: "border-line-strong bg-surface text-fg shadow-raise hover:bg-surface-hover",
  primary:
    "border-accent bg-accent text-on-accent shadow-raise hover:border-accent-hover hover:bg-accent-hover",
  ghost: "border-transparent text-fg-2 hover:bg-surface-hover hover:text-fg",
  danger: "border-line-strong bg-surface text-bad shadow-raise hover:border-bad-line hover:bg-bad-soft",
} as const;

const SIZES = {
  sm: { wide: "h-7 px-[9px] text-13 max-sm:h-8", square: "size-7 max-sm:size-8" },
  md: { wide: "h-8 px-3 text-13", square: "size-8" },
  lg: { wide: "h-10 px-4 text-14", square: "size-10" },
} as const;

/** The classes of a button, for the rare element that cannot be a Button or a LinkButton. */
export function buttonClass({
  variant = "default",
  size = "md",
  square = false,
  block = false,
}: ButtonLook = {}): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-2 border font-medium whitespace-nowrap transition-colors select-none",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-fg-3 disabled:shadow-none",
    "aria-disabled:cursor-progress",
    VARIANTS[variant],
    SIZES[size][square ? "square" : "wide"],
    block && "w-full",
  );
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
