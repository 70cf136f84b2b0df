"use client";
import { Check, Search } from "lucide-react";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { wrapped } from "../wrapped.ts";
import { movedTo } from "./picking.ts";

export type PickItem = {
  id: string;
  label: string;
  /** Greyed, below: its place. */
  detail?: string | undefined;
  /** Greyed, at the right: a key, a kind. */
  hint?: ReactNode;
  icon?: ReactNode;
  current?: boolean | undefined;
};

export type PickGroup<Item extends PickItem> = { label: string; items: readonly Item[] };

/**
 * A search field above the list of matches, usable by keyboard alone: arrows, Page Up and Page Down, Enter. The focus stays in the field,
 * which announces the active item. The caller decides what matches. `status` is shown where nothing matches, and while searching.
 */
export function PickList<Item extends PickItem>({
  label,
  placeholder,
  query,
  onQuery,
  groups,
  onPick,
  status,
}: {
  /** Names the field and the list. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly PickGroup<Item>[];
  onPick: (item: Item) => void;
  status?: ReactNode;
}): ReactNode {
  const baseId = useId();
  const listId = `${baseId}list`;
  const items = groups.flatMap((group) => group.items);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = items.find((item) => item.id === chosen) ?? items[0];
  const optionId = (item: Item): string => `${baseId}${item.id}`;
  const activeId = active === undefined ? undefined : optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const steer = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (active !== undefined) onPick(active);
      return;
    }
    const at = active === undefined ? -1 : items.indexOf(active);
    const next = items[movedTo(event.key, at, items.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next.id);
  };

  return (
    <>
      <div className="relative border-b border-line text-fg-3">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2" />
        <input
          role="combobox"
          aria-label={marked(label)}
          aria-expanded={items.length > 0}
          aria-autocomplete="list"
          {...(items.length > 0 && { "aria-controls": listId, "aria-activedescendant": activeId })}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value);
            setChosen(null);
          }}
          onKeyDown={steer}
          className="h-11 w-full min-w-0 rounded-t-2 bg-transparent pr-3 pl-9 text-14 text-fg -outline-offset-2"
        />
      </div>
      {items.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={marked(label)}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1"
        >
          {groups
            .filter((group) => group.items.length > 0)
            .map((group) => (
              <div key={group.label} role="group" aria-label={marked(group.label)}>
                <div aria-hidden className="px-2 pt-2 pb-1 text-12 text-fg-3">
                  {marked(group.label)}
                </div>
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    id={optionId(item)}
                    item={item}
                    active={item === active}
                    onEnter={() => setChosen(item.id)}
                    onPick={() => onPick(item)}
                  />
                ))}
              </div>
            ))}
        </div>
      )}
      <div
        role="status"
        className={cx("text-13 text-fg-2", status === undefined ? "sr-only" : "px-3 py-2.5")}
      >
        {marked(status) ?? t("{count, plural, one {# result} other {# results}}", { count: items.length })}
      </div>
    </>
  );
}

function Option({
  id,
  item,
  active,
  onEnter,
  onPick,
}: {
  id: string;
  item: PickItem;
  active: boolean;
  onEnter: () => void;
  onPick: () => void;
}): ReactNode {
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      onPointerMove={active ? undefined : onEnter}
      onClick={onPick}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className={cx(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-1 px-2 py-1 text-13 [&>.lucide]:size-4 [&>.lucide]:text-fg-3",
        active && "bg-surface-hover outline-2 -outline-offset-2 outline-line-control",
      )}
    >
      {item.icon}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 [overflow-wrap:anywhere]" title={marked(item.label)}>
          {wrapped(item.label)}
        </span>
        {item.detail !== undefined && (
          <span className="block truncate text-12 text-fg-3" title={marked(item.detail)}>
            {wrapped(item.detail)}
          </span>
        )}
      </span>
      {item.hint !== undefined && <span className="shrink-0 text-12 text-fg-3">{marked(item.hint)}</span>}
      {item.current === true && (
        <>
          <Check aria-hidden className="text-accent!" />
          <span className="sr-only">{t(", you are here")}</span>
        </>
      )}
    </div>
  );
}
