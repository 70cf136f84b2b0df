/**
 * What an uncertain operation may have made, judged from the service's list. Candidates are offered to a person; nothing is decided here,
 * and "not there" is never called "does not exist".
 */
import { now } from "#lib/core/clock.ts";
import { t } from "#lib/core/texts.ts";
import { getDb, type OperationModel } from "#lib/db/client.ts";
import type { Answered } from "#lib/features/connections/capabilities.ts";
import { rulesOf, THERE_STATES, type Look, type Search } from "../rules/kinds.ts";
import { resultSchema } from "../rules/schema.ts";

/** An entry of the service's list. */
export type Named = { id: number; name: string | null; createdAt: string | null };

const SKEW_MS = 5 * 60_000;

/**
 * The entries of a list that the operation may have made. `known`: what the registry had before the first attempt; `name`: its name in the
 * list.
 */
export async function judgeList(
  { row, startedAt }: Search,
  list: Answered<Named[]>,
  known: readonly { serviceId: bigint }[],
  name = row.title,
): Promise<Look> {
  if (!list.isAnswered) return notListed();
  const others = await listClaimed({ ...row, title: name });
  for (const { serviceId } of known) others.add(Number(serviceId));
  const candidates = list.value
    .filter((item) => item.name === name && !others.has(item.id))
    .filter((item) => {
      const at = item.createdAt === null ? Number.NaN : Date.parse(item.createdAt);
      return Number.isNaN(at) || at >= startedAt.getTime() - SKEW_MS;
    })
    .map((item) => ({
      serviceId: item.id,
      name: item.name,
      createdAt: item.createdAt,
      sentence: t("Same name, created after this request, and not the result of another operation."),
    }));
  const isQuiet = row.quietUntil === null || row.quietUntil <= now();
  const none = isQuiet
    ? t("No match. Look again in a minute. If there is still none, it was probably not created.")
    : t("No match yet. The service may still be working on it, so this proves nothing yet.");
  const one = t("1 match. Adopt the match if this is what you created.");
  const many = t("{count} matches. Adopt the match that you created.", {
    count: candidates.length,
  });
  const sentence = candidates.length === 0 ? none : candidates.length === 1 ? one : many;
  return { isListed: true, candidates, sentence };
}

/** For a person who has to look on the platform instead. */
export function notListed(): Look {
  return {
    isListed: false,
    candidates: [],
    sentence: t(
      "This service has no list to check. Check on the service’s platform; if you find the item, enter its number.",
    ),
  };
}

/** Numbers already assigned to other settled operations of the same kind. */
export async function listClaimed(row: OperationModel): Promise<Set<number>> {
  const others = await getDb().operation.findMany({
    where: {
      connectionId: row.connectionId,
      kind: row.kind,
      id: { not: row.id },
      state: { in: [...THERE_STATES] },
      title: row.title,
    },
    select: { result: true },
  });
  const ids = others.map((other) => resultSchema.nullable().parse(other.result));
  const { listedAs } = rulesOf(row.kind).evidence;
  return new Set(ids.map((result) => result?.[listedAs] ?? null).filter((id) => id !== null));
}
