/**
 * What is written down of a Cloud before it is created: the same for one that is typed and for one of a plan. Pure.
 */
import type { ConnectionModel } from "#lib/db/client.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import type { Submission } from "#lib/features/operations/rules/schema.ts";
import { addressOf } from "#lib/service/contract/addresses.ts";

export function cloudSubmission(connection: ConnectionModel, key: string, name: string): Submission {
  return {
    key,
    kind: "CREATE_CLOUD",
    connection,
    path: addressOf("createCloud", {}),
    body: { name },
    subject: cloudSubject(name),
    title: name,
    context: {},
  };
}

/** What counts as the same Cloud while one is under way. */
export function cloudSubject(name: string): string {
  return `cloud:${subjectName(name)}`;
}
