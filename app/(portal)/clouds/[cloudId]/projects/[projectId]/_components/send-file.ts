import type { OperationOutcome } from "../../../../../_components/operation-outcome.ts";

export type SendResult =
  | { kind: "outcome"; outcome: OperationOutcome }
  | { kind: "refused"; message: string; requestId: string }
  | { kind: "cut"; cancelled: boolean; message: string };

const CANCELLED =
  "A file that did not arrive whole is not taken by the service. If it was complete already, it appears below.";
const CUT =
  "The connection to Portico ended before an answer came. The file may have arrived: look at the list below, and at Operations, before sending it again.";

/**
 * Sends a file as the raw body, with progress: XMLHttpRequest is the one way of browsers to tell how much has left.
 * `done` never rejects.
 */
export function sendFile(
  projectId: string,
  key: string,
  file: File,
  onProgress: (sent: number, total: number) => void,
): { done: Promise<SendResult>; cancel: () => void } {
  const request = new XMLHttpRequest();
  const query = new URLSearchParams({ key, name: file.name });
  const done = new Promise<SendResult>((resolve) => {
    request.upload.addEventListener("progress", (event) => {
      onProgress(event.loaded, event.total);
    });
    request.addEventListener("load", () => {
      resolve(readAnswer(request.status, request.responseText));
    });
    request.addEventListener("error", () => {
      resolve({ kind: "cut", cancelled: false, message: CUT });
    });
    request.addEventListener("abort", () => {
      resolve({ kind: "cut", cancelled: true, message: CANCELLED });
    });
    request.open("POST", `/api/projects/${projectId}/models?${query.toString()}`);
    request.setRequestHeader("x-portico", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
  return {
    done,
    cancel: () => {
      request.abort();
    },
  };
}

function readAnswer(status: number, text: string): SendResult {
  try {
    const body = JSON.parse(text) as OperationOutcome & { error?: { message: string; requestId: string } };
    if (body.error !== undefined) return { kind: "refused", ...body.error };
    return { kind: "outcome", outcome: body };
  } catch {
    return {
      kind: "cut",
      cancelled: false,
      message: `Portico answered ${String(status)} in a form that cannot be read. ${CUT}`,
    };
  }
}
