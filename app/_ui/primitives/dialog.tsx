"use client";
import { Slot } from "radix-ui/slot";
import { createContext, useContext, useRef, useState, type ReactNode } from "react";
import { OpenedByAct, Opener } from "../acts/page-acts.tsx";
import { late, useLate } from "../late.ts";
import type { DialogProps } from "./made-dialog.tsx";

const madeDialog = late(async () => import("./made-dialog.tsx"));

const OPENER = { type: "button", "aria-haspopup": "dialog" } as const;

/** Closes the dialog around. */
const CloseContext = createContext<(() => void) | null>(null);

/**
 * A dialog over the page. Traps and restores the focus; Escape and the backdrop close it unless `held` (while something is being sent). In
 * `footer` say what cannot be undone, then Cancel, then the one primary button. Its code comes after the page (late.ts).
 */
export function Dialog({
  trigger,
  open: isGivenOpen,
  onOpenChange: tell,
  onClose,
  ...rest
}: DialogProps): ReactNode {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const open = isGivenOpen ?? isOwnOpen;
  if (open && !wasOpen) setWasOpen(true);
  const change = (next: boolean): void => {
    setOwnOpen(next);
    tell?.(next);
    if (!next) onClose?.();
  };
  const made = useLate(madeDialog, open || wasOpen, () => {
    setWasOpen(false);
    change(false);
  });
  return (
    <>
      {trigger !== undefined && (
        <Opener onOpen={() => change(true)}>
          <Slot
            ref={opener}
            {...OPENER}
            aria-expanded={open}
            data-state={open ? "open" : "closed"}
            onClick={() => change(true)}
          >
            {trigger}
          </Slot>
        </Opener>
      )}
      {made !== null && (
        <OpenedByAct>
          <CloseContext value={() => change(false)}>
            <made.MadeDialog
              {...rest}
              open={open}
              onOpenChange={change}
              opener={trigger === undefined ? null : opener}
            />
          </CloseContext>
        </OpenedByAct>
      )}
    </>
  );
}

/** Makes its only child (a Button) close the dialog around it. */
export function DialogClose({ children }: { children: ReactNode }): ReactNode {
  const close = useContext(CloseContext);
  return <Slot onClick={() => close?.()}>{children}</Slot>;
}
