/** Operations of invitations that a person must settle. */
import { getDb } from "#lib/db/client.ts";

/** By the invitation's id, for Clouds and projects. */
export async function listOpenOperationIds(rows: readonly { id: string }[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (rows.length === 0) return found;
  const operations = await getDb().operation.findMany({
    where: {
      kind: { in: ["INVITE", "INVITE_TO_PROJECT"] },
      state: "UNKNOWN",
      OR: rows.map((row) => ({ context: { path: ["invitationId"], equals: row.id } })),
    },
    select: { id: true, context: true },
  });
  for (const operation of operations) {
    const { invitationId } = operation.context as { invitationId?: string };
    if (invitationId !== undefined) found.set(invitationId, operation.id);
  }
  return found;
}
