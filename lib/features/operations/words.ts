/**
 * Sentences about operations that several commands need. Pure.
 */
import type { OperationKind, OperationModel } from "#lib/db/client.ts";

const NOUNS: Record<OperationKind, string> = {
  CREATE_CLOUD: "the cloud",
  CREATE_PROJECT: "the project",
  INVITE: "the invitation to",
  UPLOAD: "the upload of",
};

const VERBS: Record<OperationKind, string> = {
  CREATE_CLOUD: "Create Cloud",
  CREATE_PROJECT: "Create project",
  INVITE: "Invite",
  UPLOAD: "Upload",
};

/** "Create Cloud “Acme HQ”" */
export function operationWords(operation: Pick<OperationModel, "kind" | "title">): string {
  return `${VERBS[operation.kind]} “${operation.title}”`;
}

/** "the cloud “Acme HQ”" */
export function subjectWords(operation: Pick<OperationModel, "kind" | "title">): string {
  return `${NOUNS[operation.kind]} “${operation.title}”`;
}

/** Who did the same, when, and what that means for the person who wants to do it now. */
export function conflictSentence(
  rival: Pick<OperationModel, "kind" | "title" | "state" | "actorName" | "createdAt">,
): string {
  const when = rival.createdAt.toISOString().slice(0, 16).replace("T", " ");
  const who = `${rival.actorName} sent ${subjectWords(rival)} at ${when} UTC`;
  if (rival.state === "UNKNOWN") {
    return `${who}, and no answer came: it may or may not exist. Nothing was sent now. Settle that one first.`;
  }
  if (rival.state === "DONE_ID_LOST") {
    return `${who}; it was created, but its number did not arrive. Nothing was sent now. Settle that one first.`;
  }
  return `${who}, and it is still under way. Nothing was sent now. Open it to see what becomes of it.`;
}
