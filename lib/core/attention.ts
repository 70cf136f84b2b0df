/** The items on the overview that need a person's attention. */

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
  /** The text of its button. */
  verb: string;
  /** How many things the item covers. */
  count: number;
};

/** Failures older than this are no longer on the overview; a lasting failed state, such as a model's, stays. */
export const LATELY_MS = 7 * 24 * 3_600_000;
/** So many of a kind are shown one by one; the others are one item with their number. */
export const OF_A_KIND_MAX = 5;

/** How many things need attention: those shown and those that an item only counts. */
export function countAttention(items: readonly AttentionItem[]): number {
  return items.reduce((sum, { count }) => sum + count, 0);
}

/**
 * The first few of a kind, then one item for all others, so that everything is counted.
 * @param max how many are shown one by one
 * @param countAll the number of the kind, including those shown; asked only when there may be more
 * @param others what the item for the remaining number says
 */
export async function withOthers(
  shown: readonly Omit<AttentionItem, "count">[],
  max: number,
  countAll: () => Promise<number>,
  others: (count: number) => Pick<AttentionItem, "title" | "detail" | "href">,
): Promise<AttentionItem[]> {
  const items = shown.map((item) => ({ ...item, count: 1 }));
  const [first, oldest] = [shown.at(0), shown.at(-1)];
  if (first === undefined || oldest === undefined || shown.length < max) return items;
  const count = (await countAll()) - shown.length;
  if (count <= 0) return items;
  return [...items, { ...oldest, ...others(count), id: `others-${first.id}`, count }];
}
