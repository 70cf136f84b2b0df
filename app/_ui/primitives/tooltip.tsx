"use client";
import * as RadixTooltip from "radix-ui/tooltip";
import type { ReactNode } from "react";
import { usePortalContainer } from "./portal-container.ts";

/** A few words on hover and focus of its only child, which must be focusable and have a name of its own. */
export function Tooltip({
  text,
  side = "bottom",
  children,
}: {
  text: ReactNode;
  side?: "top" | "bottom" | "right" | "left";
  children: ReactNode;
}): ReactNode {
  const { container, onOpenChange } = usePortalContainer();
  return (
    <RadixTooltip.Root onOpenChange={onOpenChange}>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal container={container}>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="floating z-50 max-w-80 rounded-1 bg-fg px-2 py-1 text-12 [overflow-wrap:anywhere] text-bg"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
