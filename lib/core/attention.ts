/**
 * What stands on the overview as waiting for a person. Pure.
 */

export type AttentionItem = {
  id: string;
  kind:
    | "refusals"
    | "operation"
    | "invitations"
    | "plan"
    | "projects"
    | "rehearsal"
    | "export"
    | "model"
    | "connection"
    | "registry"
    | "webhook"
    | "mail";
  tone: "unknown" | "bad" | "warn";
  title: string;
  detail: string;
  since: string;
  href: string;
  /** What its button says. */
  verb: string;
  /** How many things it stands for. */
  count: number;
};

/** What failed longer ago than this has had its time on the overview; what is failed still, such as a model, has no such end. */
export const LATELY_MS = 7 * 24 * 3_600_000;
/** Shown one by one; the others of a kind are one item with their number. */
export const OF_A_KIND_MAX = 5;

/** How many things wait: those that are shown and those that an item only counts. */
export function countAttention(items: readonly AttentionItem[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/**
 * The first few of a kind, and behind them one item for all others, so that nothing waits uncounted.
 * @param total of the kind, those that are shown counted
 * @param others the item for so many more
 */
export function withOthers(
  shown: readonly Omit<AttentionItem, "count">[],
  total: number,
  others: (count: number) => Omit<AttentionItem, "count" | "id" | "since">,
): AttentionItem[] {
  const [first] = shown;
  const items = shown.map((item) => ({ ...item, count: 1 }));
  const count = total - shown.length;
  if (first === undefined || count <= 0) return items;
  const oldest = shown.at(-1) ?? first;
  return [...items, { ...others(count), id: `others-${first.id}`, since: oldest.since, count }];
}
