/** What the page that is shown lets a person do: noted by the components that draw it, for as long as they are there. */

/** Where it leads, or what it does. */
export type Deed = { href: string } | { run: () => void };

/** Keys that lead to something of the page. */
export type KeyOfPage = "up" | "search";

/** In the page's head, in a row (with the row's name), or what a key of the portal leads to, wherever that stands. */
export type ActWhere = { in: "head" } | { in: "row"; of: string } | { in: "key"; key: KeyOfPage };

export type Act = {
  /** Of the component that notes it. */
  id: string;
  where: ActWhere;
  label: string;
  deed: Deed;
  /** What is drawn for it: acts are listed in the order that they stand on the page. */
  element: Pick<Node, "compareDocumentPosition">;
};

const acts = new Map<string, Act>();
const listeners = new Set<() => void>();
let listed: readonly Act[] | null = null;
let isTelling = false;

/** Notes an act until the answer is called. What has the same id is replaced. */
export function noteAct(act: Act): () => void {
  acts.set(act.id, act);
  changed();
  return () => {
    if (acts.get(act.id) !== act) return;
    acts.delete(act.id);
    changed();
  };
}

/** All acts of the page, from its top to its end. The same array until one comes, goes or changes. */
export function listActs(): readonly Act[] {
  listed ??= [...acts.values()].toSorted(byPlace);
  return listed;
}

/** What a key of the portal leads to on this page, the first of several; null where nothing. */
export function findKeyDeed(key: KeyOfPage): Deed | null {
  return listActs().find(({ where }) => where.in === "key" && where.key === key)?.deed ?? null;
}

/** Tells when acts came, went or changed; once for all that did so at the same time. */
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

/** DOCUMENT_POSITION_FOLLOWING, where there is no document to name it. */
const FOLLOWING = 4;

function byPlace({ element: one }: Act, { element: other }: Act): number {
  if (one === other) return 0;
  return (one.compareDocumentPosition(other as Node) & FOLLOWING) === 0 ? 1 : -1;
}
