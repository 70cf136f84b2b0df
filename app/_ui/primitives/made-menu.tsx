"use client";
import { Check } from "lucide-react";
import { Link } from "./link.tsx";
import * as DropdownMenu from "radix-ui/dropdown-menu";
import { startTransition, useRef, useState, type ReactNode } from "react";
import { OpenedByAct, Opener } from "../acts/page-acts.tsx";
import { cx } from "../cx.ts";
import type { Late } from "../late.ts";
import { wrapped } from "../wrapped.ts";
import { usePortalContainer } from "./portal-container.ts";

const ITEM =
  "flex min-h-8 cursor-pointer items-center gap-2 rounded-1 px-2 py-1 text-13 outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-fg-3 data-highlighted:bg-surface-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-line-control [&>.lucide]:size-3.5 [&>.lucide]:text-fg-3";

/** Of any kind: an action, a link, a radio choice. */
const FIRST_ITEM = "[role^=menuitem]:not([data-disabled])";

export type MenuProps = {
  trigger: ReactNode;
  /** Controlled, if something besides the trigger opens it too. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Id of the element that gets the focus when it closes; by default the trigger. */
  returnFocusTo?: string;
  /** Names the menu; by default the trigger's own words. */
  label?: string;
  align?: "start" | "end";
  /** The code of its items, where that comes after the page, too: it opens when they are here. */
  waitsFor?: Late<unknown>;
  children: ReactNode;
};

/** The menu (menu.tsx) from its first opening. */
export function MadeMenu({
  trigger,
  label,
  align = "end",
  open,
  onOpenChange: tell,
  returnFocusTo,
  opensBy,
  children,
}: MenuProps & {
  /** How it was opened first. */
  opensBy: "pointer" | "keys";
}): ReactNode {
  const { container, onOpenChange } = usePortalContainer(true);
  const isFresh = useRef(opensBy === "keys");
  const [isOwnOpen, setOwnOpen] = useState(true);
  const change = (next: boolean): void => {
    onOpenChange(next);
    setOwnOpen(next);
    tell?.(next);
  };
  return (
    <DropdownMenu.Root modal={false} open={open ?? isOwnOpen} onOpenChange={change}>
      <Opener onOpen={() => change(true)}>
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      </Opener>
      <OpenedByAct>
        <DropdownMenu.Portal container={container}>
          <DropdownMenu.Content
            align={align}
            sideOffset={6}
            onFocus={({ target, currentTarget }) => {
              if (!isFresh.current || target !== currentTarget) return;
              isFresh.current = false;
              // The menu did not see the key that opened it, and would focus itself.
              currentTarget.querySelector<HTMLElement>(FIRST_ITEM)?.focus({ preventScroll: true });
            }}
            {...(returnFocusTo !== undefined && {
              onCloseAutoFocus: (event: Event) => {
                event.preventDefault();
                document.getElementById(returnFocusTo)?.focus({ preventScroll: true });
              },
            })}
            collisionPadding={8}
            {...(label !== undefined && { "aria-label": label, "aria-labelledby": undefined })}
            className="floating z-50 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] max-w-[min(360px,calc(100vw-16px))] min-w-44 overflow-y-auto rounded-2 border border-line-strong bg-surface p-1 shadow-float"
          >
            {children}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </OpenedByAct>
    </DropdownMenu.Root>
  );
}

export type MenuItemProps = {
  icon?: ReactNode;
  /** Greyed, at the right: an id, a count. */
  detail?: ReactNode;
  href?: string;
  onSelect?: () => void | Promise<void>;
  current?: boolean;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
};

/** An item of a menu (MenuItem). */
export function MadeItem({
  icon,
  detail,
  href,
  onSelect,
  current = false,
  danger = false,
  disabled = false,
  children,
}: MenuItemProps): ReactNode {
  const look = cx(ITEM, danger && "text-bad [&>.lucide]:text-bad");
  const inside = (
    <>
      {icon}
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{wrapped(children)}</span>
      {detail !== undefined && (
        <span className="max-w-1/2 text-right text-12 text-fg-3">{wrapped(detail)}</span>
      )}
      {current && <Check aria-hidden className="text-accent!" />}
    </>
  );
  if (href !== undefined)
    return (
      <DropdownMenu.Item asChild disabled={disabled}>
        <Link href={href} className={look} aria-current={current ? "page" : undefined}>
          {inside}
        </Link>
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Item
      className={look}
      disabled={disabled}
      {...(onSelect && { onSelect: () => startTransition(async () => onSelect()) })}
    >
      {inside}
    </DropdownMenu.Item>
  );
}

export type MenuChoiceItemProps = { value: string; icon?: ReactNode; children: ReactNode };

/** An exclusive choice (MenuChoiceItem). */
export function MadeChoiceItem({ value, icon, children }: MenuChoiceItemProps): ReactNode {
  return (
    <DropdownMenu.RadioItem value={value} className={ITEM}>
      {icon}
      <span className="min-w-0 flex-1">{wrapped(children)}</span>
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden className="size-3.5 text-accent" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}

export type MenuChoiceProps = { value: string; onChange: (value: string) => void; children: ReactNode };

/** A set of choices (MenuChoice). */
export function MadeChoice({ value, onChange, children }: MenuChoiceProps): ReactNode {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

/** A text between items (MenuLabel). */
export function MadeLabel({ children }: { children: ReactNode }): ReactNode {
  return (
    <DropdownMenu.Label className="px-2 py-1.5 text-12 text-fg-3">{wrapped(children)}</DropdownMenu.Label>
  );
}

/** A line between items (MenuSeparator). */
export function MadeSeparator(): ReactNode {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
