import type { WorkItem } from "#lib/features/work/schema.ts";

/** What went on by itself at the look before and does not any more: it has ended, or waits for a person. */
export function listNews(before: readonly WorkItem[], items: readonly WorkItem[]): WorkItem[] {
  const wentOn = new Set(before.filter(goesOn).map(({ id }) => id));
  return items.filter((item) => wentOn.has(item.id) && !goesOn(item));
}

/** It goes on by itself: nobody has to do anything for it. */
export function goesOn({ isRunning, tone }: WorkItem): boolean {
  return isRunning && tone !== "warn";
}
