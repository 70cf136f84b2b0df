"use client";
import { ChevronLeft, ChevronsUpDown } from "lucide-react";
import { Link } from "../primitives/link.tsx";
import { useRef, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { useKeyAct } from "../acts/page-acts.tsx";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import type { CrumbChoice, CrumbSource } from "./crumb-lists.tsx";
import { CrumbSwitch } from "./crumb-switch.tsx";

export type Crumb = {
  label: string;
  /** Its address; the last one needs none. */
  href?: string | undefined;
  /** Its siblings: the crumb becomes a switcher between them. */
  choices?: readonly CrumbChoice[] | undefined;
  /** The same, with siblings loaded when the list opens: a button beside the name. `label` names it: "Other Clouds". */
  beside?: { label: string; source: CrumbSource } | undefined;
};

const CRUMB =
  "inline-flex h-7 min-w-0 items-center gap-1 rounded-1 px-1.5 hover:bg-surface-hover hover:text-fg [&>.lucide]:size-3 [&>.lucide]:text-fg-3";

const SHORT_LABEL_CHARS = 12;

/**
 * The breadcrumb, with switchers to siblings. On small screens: the last crumb, and an arrow to the one above. While some crumbs are
 * loading, the "up" key is off: it would skip the page above.
 */
export function Crumbs({
  items,
  isAwaited = false,
}: {
  items: readonly Crumb[];
  isAwaited?: boolean;
}): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const parent = items.at(-2);
  const above = items.slice(0, -1).findLast((item) => item.href !== undefined)?.href;
  useKeyAct("up", nav, isAwaited || above === undefined ? null : { href: above });
  return (
    <nav ref={nav} aria-label={t("Where you are")} className="flex min-w-0 items-center text-13">
      {parent?.href !== undefined && (
        <Link
          href={parent.href}
          aria-label={t("Up to {label}", { label: parent.label })}
          className="-ml-2 grid size-8 shrink-0 place-items-center rounded-1 text-fg-2 sm:hidden"
        >
          <ChevronLeft aria-hidden />
        </Link>
      )}
      <ol className="flex min-w-0 items-center gap-0.5">
        {items.map((item, index) => {
          const here = index === items.length - 1;
          return (
            <li
              key={`${index} ${item.label}`}
              className={cx(
                "flex min-w-0 items-center gap-0.5",
                shrinkOf(item, here),
                !here && "max-sm:hidden",
              )}
            >
              {index > 0 && (
                <span aria-hidden className="text-fg-3 max-sm:hidden">
                  /
                </span>
              )}
              <CrumbItem item={item} here={here} />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Fixed words stay whole; among names, the upper ones are shortened first. */
function shrinkOf(item: Crumb, here: boolean): string {
  if (item.label.length <= SHORT_LABEL_CHARS) return "shrink-0";
  return here ? "shrink" : "shrink-3";
}

function CrumbItem({ item, here }: { item: Crumb; here: boolean }): ReactNode {
  const look = cx(CRUMB, here ? "font-medium text-fg" : "text-fg-2");
  const words = (
    <span className="truncate" title={marked(item.label)}>
      {marked(item.label)}
    </span>
  );
  if (item.choices !== undefined && item.choices.length > 0)
    return (
      <CrumbSwitch
        label={t("Instead of {label}", { label: item.label })}
        choices={item.choices}
        trigger={
          <button type="button" className={look} aria-current={here ? "page" : undefined}>
            {words}
            <ChevronsUpDown aria-hidden />
          </button>
        }
      />
    );
  if (item.beside !== undefined)
    return (
      <>
        <PlainCrumb item={item} here={here} look={look} words={words} />
        <CrumbSwitch
          label={item.beside.label}
          source={item.beside.source}
          trigger={
            <button
              type="button"
              aria-label={marked(item.beside.label)}
              title={marked(item.beside.label)}
              className="-ml-1.5 grid size-6 shrink-0 place-items-center rounded-1 text-fg-3 hover:bg-surface-hover hover:text-fg max-sm:size-8"
            >
              <ChevronsUpDown aria-hidden className="size-3!" />
            </button>
          }
        />
      </>
    );
  return <PlainCrumb item={item} here={here} look={look} words={words} />;
}

function PlainCrumb({
  item,
  here,
  look,
  words,
}: {
  item: Crumb;
  here: boolean;
  look: string;
  words: ReactNode;
}): ReactNode {
  if (here || item.href === undefined)
    return (
      <span className={cx(look, "hover:bg-transparent")} aria-current={here ? "page" : undefined}>
        {marked(words)}
      </span>
    );
  return (
    <Link href={item.href} className={look}>
      {marked(words)}
    </Link>
  );
}
