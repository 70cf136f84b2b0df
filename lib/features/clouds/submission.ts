/** What the journal records of a Cloud before its creation: the same for a typed name and for a plan's step. Pure. */
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

/** What makes two creations the same while one of them is running. */
export function cloudSubject(name: string): string {
  return `cloud:${subjectName(name)}`;
}
