import type { WorkItem } from "#lib/features/work/schema.ts";

/** Work that was running at the last look and no longer is: it has ended, or needs a person. */
export function listNews(before: readonly WorkItem[], items: readonly WorkItem[]): WorkItem[] {
  const wentOn = new Set(before.filter(goesOn).map(({ id }) => id));
  return items.filter((item) => wentOn.has(item.id) && !goesOn(item));
}

/** It runs automatically: nobody has to do anything. */
export function goesOn({ isRunning, tone }: WorkItem): boolean {
  return isRunning && tone !== "warn";
}
