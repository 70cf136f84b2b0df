import { postFile, type Posted } from "#app/_client/post-file.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { OperationOutcome } from "#app/_features/operations/operation-outcome.ts";
import type { SameUpload } from "#lib/features/models/schema.ts";

export type SendResult =
  | { kind: "outcome"; outcome: OperationOutcome }
  | { kind: "refused"; message: string; requestId: string }
  | { kind: "cut"; cancelled: boolean; message: string };

const CANCELLED = msg(
  "The service does not accept a file that arrived only in part. If the file was complete, it appears below.",
);
const CUT = msg(
  "The connection to Portico ended before an answer came. The file may have arrived: look at the list below, and at Operations, before sending it again.",
);

/** The result, and which other uploads had the same bytes. */
type Sent = { result: SendResult; same: readonly SameUpload[]; modelId: number | null };

/** Sends a model's file to its project, as the next version of the model `replaces` if given. `done` never rejects. */
export function sendFile(
  projectId: string,
  key: string,
  file: File,
  replaces: number | null,
  onProgress: (sent: number, total: number) => void,
): { done: Promise<Sent>; cancel: () => void } {
  const query = new URLSearchParams({ key, name: file.name });
  if (replaces !== null) query.set("replaces", String(replaces));
  const { done, cancel } = postFile(
    `/api/projects/${projectId}/models?${query.toString()}`,
    file,
    onProgress,
  );
  return { done: done.then(readPosted), cancel };
}

function readPosted(posted: Posted): Sent {
  if (posted.kind === "answered") return readAnswer(posted.status, posted.text);
  const cancelled = posted.kind === "cancelled";
  return {
    result: { kind: "cut", cancelled, message: t(cancelled ? CANCELLED : CUT) },
    same: [],
    modelId: null,
  };
}

type Answer = OperationOutcome & {
  same?: SameUpload[];
  modelId?: number | null;
  error?: { message: string; requestId: string };
};

function readAnswer(status: number, text: string): Sent {
  try {
    const { error, same = [], modelId = null, ...outcome } = JSON.parse(text) as Answer;
    if (error !== undefined) return { result: { kind: "refused", ...error }, same, modelId };
    return { result: { kind: "outcome", outcome }, same, modelId };
  } catch {
    const message = t("Portico answered {status} with an unreadable text. {cut}", { status, cut: t(CUT) });
    return { result: { kind: "cut", cancelled: false, message }, same: [], modelId: null };
  }
}
