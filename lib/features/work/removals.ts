/** Removals from all Clouds that one person started, as background work. */
import { after } from "#lib/core/clock.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { endedWords, LATELY_MS, OF_A_KIND_MAX } from "./policy.ts";
import type { WorkItem } from "./schema.ts";

/** Those running, and those that ended within a day. */
export async function listRemovalWork(staffId: string): Promise<WorkItem[]> {
  const rows = await getDb().personRemoval.findMany({
    where: { actorId: staffId, OR: [{ state: "RUNNING" }, { stateSince: { gt: after(-LATELY_MS) } }] },
    orderBy: { createdAt: "desc" },
    take: OF_A_KIND_MAX,
  });
  const figures = await getDb().personRemovalPlace.groupBy({
    by: ["removalId", "outcome"],
    where: { removalId: { in: rows.map(({ id }) => id) } },
    _count: true,
  });
  return rows.map(({ id, email, state, createdAt, stateSince }): WorkItem => {
    const own = figures.filter(({ removalId }) => removalId === id);
    const count = (...wanted: string[]): number =>
      own.reduce((sum, row) => sum + (wanted.includes(row.outcome) ? row._count : 0), 0);
    const total = own.reduce((sum, { _count }) => sum + _count, 0);
    const isRunning = state === "RUNNING";
    return {
      id: `removal-${id}`,
      kind: "removal",
      title: t("Removal of {email}", { email }),
      place: t("{count, plural, one {# Cloud} other {# Clouds}}", { count: total }),
      ...(isRunning
        ? { tone: "progress", words: t("Removing") }
        : endedWords(count("KEPT"), count("UNCERTAIN"))),
      isRunning,
      done: isRunning ? total - count("WAITING") : null,
      total: isRunning ? total : null,
      href: `/people/removals/${id}`,
      startedAt: createdAt.toISOString(),
      endedAt: isRunning ? null : stateSince.toISOString(),
    };
  });
}
