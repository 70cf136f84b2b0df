/**
 * Sentences about operations that several commands need.
 */
import { say, t, type Said } from "#lib/core/texts.ts";
import type { OperationModel } from "#lib/db/client.ts";
import { rulesOf } from "./rules/kinds.ts";

/** "Create Cloud “Acme HQ”", in the reader's language. */
export function operationWords({ kind, title }: Pick<OperationModel, "kind" | "title">): string {
  return t(rulesOf(kind).words.command, { title });
}

/** "the cloud “Acme HQ”", as part of stored sentences. */
export function subjectWords({ kind, title }: Pick<OperationModel, "kind" | "title">): Said {
  return rulesOf(kind).words.subject(title);
}

/** Who did the same, when, and what that means for the person who wants to do it now. */
export function conflictSentence(
  rival: Pick<OperationModel, "kind" | "title" | "state" | "actorName" | "createdAt">,
): Said {
  const when = rival.createdAt.toISOString().slice(0, 16).replace("T", " ");
  const facts = { name: rival.actorName, subject: subjectWords(rival), when };
  if (rival.state === "UNKNOWN") {
    return say(
      "{name} sent {subject} at {when} UTC and got no answer, so it may exist. Nothing was sent now. Settle that operation first.",
      facts,
    );
  }
  if (rival.state === "DONE_ID_LOST") {
    return say(
      "{name} sent {subject} at {when} UTC. It was created, but its number did not arrive. Nothing was sent now. Settle that operation first.",
      facts,
    );
  }
  return say(
    "{name} sent {subject} at {when} UTC and is still waiting for the answer. Nothing was sent now. Open that operation to see its outcome.",
    facts,
  );
}
