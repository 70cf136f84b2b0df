"use client";
import * as RadixDialog from "radix-ui/dialog";
import type { ReactNode } from "react";
import { marked } from "../marked.ts";

/**
 * A bare dialog at the top of the window, for the search. It traps the focus; `afterClose` runs after it has closed and returns whether it
 * has set the focus itself, else the focus returns to where it was.
 */
export function TopDialog({
  label,
  open,
  onOpenChange,
  afterClose,
  children,
}: {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  afterClose: () => boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="floating fixed inset-0 z-50 bg-backdrop" />
        <RadixDialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (afterClose()) event.preventDefault();
          }}
          className="floating fixed top-[min(12vh,96px)] left-1/2 z-50 flex max-h-[min(560px,76dvh)] w-[calc(100vw-16px)] max-w-[640px] -translate-x-1/2 flex-col overflow-hidden rounded-3 border border-line-strong bg-surface shadow-dialog outline-none"
        >
          <RadixDialog.Title className="sr-only">{marked(label)}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
