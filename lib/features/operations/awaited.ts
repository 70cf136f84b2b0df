/** Operations that are running or uncertain: what a service shows may be their result, which a person settles there, with its evidence. */
import { conflict } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import type { Db, Prisma } from "#lib/db/client.ts";
import { AWAITED_STATES, subjectName } from "./rules/policy.ts";

/** Which creations: of Clouds of a connection, or of projects of a Cloud. */
type Awaited = Pick<Prisma.OperationWhereInput, "kind" | "connectionId" | "context">;

function listAwaited(db: Db, which: Awaited): Promise<{ id: string; title: string }[]> {
  return db.operation.findMany({
    where: { ...which, state: { in: [...AWAITED_STATES] } },
    select: { id: true, title: true },
  });
}

/** The names being created, in the form in which names are compared. */
export async function listAwaitedNames(db: Db, which: Awaited): Promise<Set<string>> {
  const open = await listAwaited(db, which);
  return new Set(open.map((operation) => subjectName(operation.title)));
}

/** @throws AppError CONFLICT with a link when something of this name is being created */
export async function refuseAwaited(db: Db, which: Awaited, name: string): Promise<void> {
  const open = await listAwaited(db, which);
  const rival = open.find((operation) => subjectName(operation.title) === subjectName(name));
  if (rival === undefined) return;
  throw conflict(
    say(
      "The creation of “{title}” is uncertain and may have created this. Nothing was added. Settle that operation with this number instead.",
      { title: rival.title },
    ),
    { details: { href: `/operations/${rival.id}` } },
  );
}

/** @throws AppError CONFLICT while something inside is running or uncertain: after the deletion nobody could find out how it ended. */
export async function requireSettled(
  db: Db,
  connectionId: string,
  context: { path: string[]; equals: string },
): Promise<void> {
  const open = await db.operation.findFirst({
    where: { connectionId, context, state: { in: [...AWAITED_STATES] } },
    select: { id: true, title: true },
  });
  if (open === null) return;
  throw conflict(
    say(
      "“{title}” is still running or uncertain. After deleting, nobody could check its outcome. Nothing was deleted. Settle that operation first.",
      { title: open.title },
    ),
    { details: { href: `/operations/${open.id}` } },
  );
}
