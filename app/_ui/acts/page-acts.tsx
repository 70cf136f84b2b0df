"use client";
import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  type ReactNode,
  type RefObject,
} from "react";
import { noteAct, type ActWhere, type Deed, type KeyOfPage } from "./act-store.ts";

/** A deed that is told what is drawn for it. */
type DrawnDeed<Drawn> = { href: string } | { run: (drawn: Drawn) => void };

const WhereContext = createContext<ActWhere | null>(null);
const OpenContext = createContext<(() => void) | null>(null);

/** The buttons and links inside are what the page offers: find-or-do has them too. `of`: the name of the row that they belong to. */
export function PageActs({ of, children }: { of?: string; children: ReactNode }): ReactNode {
  const where = useMemo<ActWhere>(() => (of === undefined ? { in: "head" } : { in: "row", of }), [of]);
  return <WhereContext value={where}>{children}</WhereContext>;
}

/** What a button of the page opens: the buttons inside are not offered by the page itself. */
export function OpenedByAct({ children }: { children: ReactNode }): ReactNode {
  return <WhereContext value={null}>{children}</WhereContext>;
}

/** The button inside opens something. Chosen in find-or-do, it does so by `onOpen`. */
export function Opener({ onOpen, children }: { onOpen: () => void; children: ReactNode }): ReactNode {
  return <OpenContext value={onOpen}>{children}</OpenContext>;
}

/** What the button opens, where it stands in an Opener. */
export function useOpener(): (() => void) | null {
  return useContext(OpenContext);
}

/** Notes what a button or a link in PageActs does, by the words that it shows. `deed`: null while it cannot be done. */
export function useAct<Drawn extends HTMLElement>(
  drawn: RefObject<Drawn | null>,
  deed: DrawnDeed<Drawn> | null,
): void {
  useNoted(drawn, useContext(WhereContext), deed);
}

const KEYS: Record<KeyOfPage, ActWhere> = {
  up: { in: "key", key: "up" },
  search: { in: "key", key: "search" },
};

/** Notes what a key of the portal leads to. `deed`: null where it leads elsewhere. */
export function useKeyAct<Drawn extends HTMLElement>(
  key: KeyOfPage,
  drawn: RefObject<Drawn | null>,
  deed: DrawnDeed<Drawn> | null,
): void {
  useNoted(drawn, KEYS[key], deed);
}

function useNoted<Drawn extends HTMLElement>(
  drawn: RefObject<Drawn | null>,
  where: ActWhere | null,
  given: DrawnDeed<Drawn> | null,
): void {
  const id = useId();
  // After each drawing, since the words may be others then. What React hides while it waits gives its acts up, because this is a layout
  // effect: one after painting would stay.
  useLayoutEffect(() => {
    const element = drawn.current;
    if (where === null || given === null || element === null) return undefined;
    const deed: Deed = "href" in given ? given : { run: () => given.run(element) };
    return noteAct({ id, where, label: wordsOf(element), deed, element });
  });
}

function wordsOf(element: HTMLElement): string {
  return (element.getAttribute("aria-label") ?? element.textContent).replaceAll(/\s+/g, " ").trim();
}
