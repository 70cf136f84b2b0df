"use client";
import { Slot } from "radix-ui/slot";
import { useState, type ReactNode } from "react";
import { Opener } from "../acts/page-acts.tsx";
import { late, useLate } from "../late.ts";
import type { PopoverProps } from "./made-popover.tsx";

const madePopover = late(async () => import("./made-popover.tsx"));

const OPENER = { type: "button", "aria-haspopup": "dialog", "aria-expanded": false } as const;

/**
 * Floating content at a button, to read or to choose from. Restores the focus; Escape and a press elsewhere close it. `label` names it. Its
 * code comes after the page (late.ts).
 */
export function Popover(props: PopoverProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.open && !wasOpen) setWasOpen(true);
  const made = useLate(madePopover, props.open || wasOpen, () => {
    setWasOpen(false);
    props.onOpenChange(false);
  });
  if (made !== null) return <made.MadePopover {...props} />;
  const open = (): void => props.onOpenChange(true);
  return (
    <Opener onOpen={open}>
      <Slot {...OPENER} onClick={open}>
        {props.trigger}
      </Slot>
    </Opener>
  );
}
