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

/** An action that gets the element drawn for it. */
type DrawnDeed<Drawn> = { href: string } | { run: (drawn: Drawn) => void };

const WhereContext = createContext<ActWhere | null>(null);
const OpenContext = createContext<(() => void) | null>(null);

/** Registers the buttons and links inside as actions of the page, which the search offers too. `of`: the name of their row. */
export function PageActs({ of, children }: { of?: string; children: ReactNode }): ReactNode {
  const where = useMemo<ActWhere>(() => (of === undefined ? { in: "head" } : { in: "row", of }), [of]);
  return <WhereContext value={where}>{children}</WhereContext>;
}

/** Content that a button of the page opens: its buttons are not actions of the page. */
export function OpenedByAct({ children }: { children: ReactNode }): ReactNode {
  return <WhereContext value={null}>{children}</WhereContext>;
}

/** The button inside opens something. When it is chosen in the search, `onOpen` does that. */
export function Opener({ onOpen, children }: { onOpen: () => void; children: ReactNode }): ReactNode {
  return <OpenContext value={onOpen}>{children}</OpenContext>;
}

/** Opens what the button opens, inside an Opener. */
export function useOpener(): (() => void) | null {
  return useContext(OpenContext);
}

/** Registers the action of a button or link in PageActs, by the words it shows. `deed`: null while it is disabled. */
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

/** Registers the target of a portal key. `deed`: null where the key does something else. */
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
  // After each render, since the words may have changed. A layout effect, because React runs its cleanup when it hides suspended content:
  // an effect after painting would stay.
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
