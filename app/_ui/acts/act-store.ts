/** The actions of the current page, registered by the components that draw them, as long as they are mounted. */

/** The link's address, or the action. */
export type Deed = { href: string } | { run: () => void };

/** Keys that open something of the page. */
export type KeyOfPage = "up" | "search";

/** In the page's head, in a row (with the row's name), or the target of a portal key, anywhere. */
export type ActWhere = { in: "head" } | { in: "row"; of: string } | { in: "key"; key: KeyOfPage };

export type Act = {
  /** Id of the component that registers it. */
  id: string;
  where: ActWhere;
  label: string;
  deed: Deed;
  /** The element that is drawn for it: actions are listed in page order. */
  element: Pick<Node, "compareDocumentPosition">;
};

const acts = new Map<string, Act>();
const listeners = new Set<() => void>();
let listed: readonly Act[] | null = null;
let isTelling = false;

/** Registers an action until the returned function is called. Replaces an action with the same id. */
export function noteAct(act: Act): () => void {
  acts.set(act.id, act);
  changed();
  return () => {
    if (acts.get(act.id) !== act) return;
    acts.delete(act.id);
    changed();
  };
}

/** All actions of the page, from top to bottom. The same array until an action is added, removed or changed. */
export function listActs(): readonly Act[] {
  listed ??= [...acts.values()].toSorted(byPlace);
  return listed;
}

/** What a portal key does on this page, the first of several; null for nothing. */
export function findKeyDeed(key: KeyOfPage): Deed | null {
  return listActs().find(({ where }) => where.in === "key" && where.key === key)?.deed ?? null;
}

/** Notifies of added, removed or changed actions; once for all simultaneous changes. */
export function onActsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function changed(): void {
  listed = null;
  if (isTelling || listeners.size === 0) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    for (const listener of listeners) listener();
  });
}

/** DOCUMENT_POSITION_FOLLOWING, for where there is no document. */
const FOLLOWING = 4;

function byPlace({ element: one }: Act, { element: other }: Act): number {
  if (one === other) return 0;
  return (one.compareDocumentPosition(other as Node) & FOLLOWING) === 0 ? 1 : -1;
}
