"use client";
import { X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import type { ReactNode, RefObject } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { wrapped } from "../wrapped.ts";
import { Button } from "./button.tsx";

const WIDTHS = { md: "sm:max-w-[480px]", lg: "sm:max-w-[640px]", xl: "sm:max-w-[920px]" } as const;

export type DialogProps = {
  title: string;
  description?: ReactNode;
  /** The button that opens it; absent when `open` is controlled. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** It closes. */
  onClose?: () => void;
  held?: boolean;
  /** Id of the element that gets the focus when it closes, where its opener is gone by then (an item of a menu). */
  returnFocusTo?: string | undefined;
  size?: "md" | "lg" | "xl";
  footer?: ReactNode;
  children?: ReactNode;
};

const CONTENT = "grid gap-4 border-t border-line px-4 py-4 sm:px-5";
/** A form without fields takes no room until a refusal is shown in it. */
const EMPTY_FORM =
  "has-[>form]:not-has-[:not(form,[type=hidden])]:border-0 has-[>form]:not-has-[:not(form,[type=hidden])]:py-0";

/** The dialog itself (dialog.tsx), without the button that opens it: `opener`, which gets the focus back. */
export function MadeDialog({
  title,
  description,
  open,
  onOpenChange,
  opener,
  held = false,
  returnFocusTo,
  size = "md",
  footer,
  children,
}: Omit<DialogProps, "trigger" | "onClose"> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: RefObject<HTMLElement | null> | null;
}): ReactNode {
  const holdBack = (event: Event): void => {
    if (held) event.preventDefault();
  };
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="floating fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-backdrop p-4">
          <RadixDialog.Content
            onOpenAutoFocus={focusFirstField}
            onEscapeKeyDown={holdBack}
            onPointerDownOutside={holdBack}
            {...(returnFocusTo !== undefined
              ? {
                  onCloseAutoFocus: (event: Event) => {
                    event.preventDefault();
                    document.getElementById(returnFocusTo)?.focus({ preventScroll: true });
                  },
                }
              : opener !== null && {
                  onCloseAutoFocus: (event: Event) => {
                    event.preventDefault();
                    opener.current?.focus();
                  },
                })}
            {...(description === undefined && { "aria-describedby": undefined })}
            className={cx(
              "w-full min-w-0 rounded-2 border border-line-strong bg-surface shadow-dialog outline-none sm:rounded-3",
              WIDTHS[size],
            )}
          >
            <header className="flex items-start gap-2 px-4 pt-3.5 pb-3 sm:px-5">
              <div className="min-w-0 flex-1">
                <RadixDialog.Title className="text-16 [overflow-wrap:anywhere]">
                  {wrapped(title)}
                </RadixDialog.Title>
                {description !== undefined && (
                  <RadixDialog.Description className="sub mt-px">
                    {wrapped(description)}
                  </RadixDialog.Description>
                )}
              </div>
              <RadixDialog.Close asChild>
                <Button variant="ghost" size="sm" square aria-label={t("Close")} disabled={held}>
                  <X aria-hidden />
                </Button>
              </RadixDialog.Close>
            </header>
            {children !== undefined && <div className={cx(CONTENT, EMPTY_FORM)}>{children}</div>}
            {footer !== undefined && (
              <footer className="flex flex-wrap items-center justify-end gap-2 rounded-b-2 border-t border-line bg-surface-2 px-4 py-3 sm:rounded-b-3 sm:px-5">
                {footer}
              </footer>
            )}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const FIELD = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** Whoever opened a form wants to fill it in: its first field gets the focus, if there is one, rather than the close button. */
function focusFirstField(event: Event): void {
  const field = (event.target as HTMLElement).querySelector<HTMLElement>(FIELD);
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
