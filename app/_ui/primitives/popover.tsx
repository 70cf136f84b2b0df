"use client";
import * as RadixPopover from "radix-ui/popover";
import type { ReactNode } from "react";
import { usePortalContainer } from "./portal-container.ts";

/**
 * Something to read or to choose from that floats at a button. It gives the focus back; Escape and a press elsewhere close it. `label`
 * names it.
 */
export function Popover({
  trigger,
  label,
  align = "end",
  open,
  onOpenChange: tell,
  children,
}: {
  trigger: ReactNode;
  label: string;
  align?: "start" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}): ReactNode {
  const { container, onOpenChange } = usePortalContainer();
  return (
    <RadixPopover.Root
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        tell(next);
      }}
    >
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal container={container}>
        <RadixPopover.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="floating z-50 flex max-h-[min(480px,var(--radix-popover-content-available-height))] w-[360px] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded-2 border border-line-strong bg-surface shadow-float outline-none"
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
