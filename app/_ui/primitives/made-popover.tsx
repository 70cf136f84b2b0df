"use client";
import * as RadixPopover from "radix-ui/popover";
import type { ReactNode } from "react";
import { OpenedByAct, Opener } from "../acts/page-acts.tsx";
import { usePortalContainer } from "./portal-container.ts";

export type PopoverProps = {
  trigger: ReactNode;
  label: string;
  align?: "start" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** The popover (popover.tsx) from its first opening. */
export function MadePopover({
  trigger,
  label,
  align = "end",
  open,
  onOpenChange: tell,
  children,
}: PopoverProps): ReactNode {
  const { container, onOpenChange } = usePortalContainer(open);
  const change = (next: boolean): void => {
    onOpenChange(next);
    tell(next);
  };
  return (
    <RadixPopover.Root open={open} onOpenChange={change}>
      <Opener onOpen={() => change(true)}>
        <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      </Opener>
      <OpenedByAct>
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
      </OpenedByAct>
    </RadixPopover.Root>
  );
}
