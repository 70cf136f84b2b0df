"use client";
import { Slot } from "radix-ui/slot";
import { useState, type ReactNode } from "react";
import { Opener } from "../acts/page-acts.tsx";
import { late, useLate } from "../late.ts";
import type { MenuChoiceItemProps, MenuChoiceProps, MenuItemProps, MenuProps } from "./made-menu.tsx";

const madeMenu = late(async () => import("./made-menu.tsx"));

const OPENER = { type: "button", "aria-haspopup": "menu", "aria-expanded": false } as const;

/**
 * A list of actions or links behind a button. Arrow keys, letters, Escape. Created when first opened: a table has one in each row. Its code
 * comes after the page (late.ts).
 */
export function Menu(props: MenuProps): ReactNode {
  const { open, onOpenChange, waitsFor = madeMenu } = props;
  const [asked, setAsked] = useState<"pointer" | "keys" | null>(null);
  if (open === true && asked === null) setAsked(hasKeyFocus() ? "keys" : "pointer");
  const giveUp = (): void => {
    setAsked(null);
    onOpenChange?.(false);
  };
  const made = useLate(madeMenu, asked !== null, giveUp);
  const hasItems = useLate(waitsFor, asked !== null, giveUp) !== null;
  if (asked !== null && made !== null && hasItems) return <made.MadeMenu {...props} opensBy={asked} />;
  const ask = (by: "pointer" | "keys"): void => {
    setAsked(by);
    onOpenChange?.(true);
  };
  return (
    <Opener onOpen={() => ask("keys")}>
      <Slot
        {...OPENER}
        // Enter or Space causes a click with a count of 0.
        onClick={(event) => ask(event.detail === 0 ? "keys" : "pointer")}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          ask("keys");
        }}
      >
        {props.trigger}
      </Slot>
    </Opener>
  );
}

/** Whether a key brought the focus to where it is. */
function hasKeyFocus(): boolean {
  return document.activeElement?.matches(":focus-visible") === true;
}

/** One item of a menu: a link (`href`) or an action (`onSelect`, which may be a server action). */
export function MenuItem(props: MenuItemProps): ReactNode {
  const made = useLate(madeMenu, true);
  return made !== null && <made.MadeItem {...props} />;
}

/** One of several exclusive choices, such as the theme. Put them in a MenuChoice. */
export function MenuChoiceItem(props: MenuChoiceItemProps): ReactNode {
  const made = useLate(madeMenu, true);
  return made !== null && <made.MadeChoiceItem {...props} />;
}

/** A set of MenuChoiceItems with the chosen value. */
export function MenuChoice(props: MenuChoiceProps): ReactNode {
  const made = useLate(madeMenu, true);
  return made !== null && <made.MadeChoice {...props} />;
}

/** A text in a menu that cannot be chosen. */
export function MenuLabel(props: { children: ReactNode }): ReactNode {
  const made = useLate(madeMenu, true);
  return made !== null && <made.MadeLabel {...props} />;
}

/** A line between the groups of a menu. */
export function MenuSeparator(): ReactNode {
  const made = useLate(madeMenu, true);
  return made !== null && <made.MadeSeparator />;
}
