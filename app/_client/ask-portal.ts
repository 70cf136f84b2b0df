/**
 * How browser code calls the portal's own routes: the only place that uses the browser's fetch. Never for other origins; the server calls
 * others through lib/http. Components load their data with `useQuery` (portal-queries.tsx).
 */
import { t } from "#lib/core/texts.ts";

export type PortalPath = `/api/${string}`;

/** Why the portal did not return the requested data; the message is for people. */
export class PortalRefusal extends Error {
  /** Null: no answer came. */
  readonly status: number | null;
  readonly reference: string | null;

  constructor(message: string, status: number | null = null, reference: string | null = null) {
    super(message);
    this.status = status;
    this.reference = reference;
  }

  /** The full text where the reference has no place of its own. */
  get whole(): string {
    const { message, reference } = this;
    return reference === null
      ? message
      : t("{message} Reference {requestId}.", { message, requestId: reference });
  }
}

/**
 * Reads a path of the portal as JSON.
 * @param question content too long for an address
 * @throws PortalRefusal, for a cancelled request too
 */
export async function askPortal<T>(path: PortalPath, signal: AbortSignal, question?: unknown): Promise<T> {
  const headers = { "x-portico": "1", "Content-Type": "application/json" };
  const posted = question === undefined ? {} : { method: "POST", headers, body: JSON.stringify(question) };
  try {
    const response = await window.fetch(path, { cache: "no-store", signal, ...posted });
    if (response.ok) return (await response.json()) as T;
    throw await readRefusal(response);
  } catch (error) {
    throw error instanceof PortalRefusal ? error : new PortalRefusal(t("Portico does not answer."));
  }
}

/** @throws when the refusal cannot be read */
async function readRefusal(response: Response): Promise<PortalRefusal> {
  const { status } = response;
  if (status === 401) return new PortalRefusal(t("You are signed out. Sign in again to continue."), status);
  const { error } = (await response.json()) as { error?: { message?: string; requestId?: string } };
  const message = error?.message ?? t("Portico answered {status}.", { status });
  return new PortalRefusal(message, status, error?.requestId);
}

/**
 * Posts to a path that answers with one JSON value a line, and hands each on as it comes.
 * @param form fields to send along
 * @throws PortalRefusal also when the answer is cut off; its status is null then
 */
export async function postForLines(
  path: PortalPath,
  signal: AbortSignal,
  take: (value: unknown) => void,
  form?: FormData,
): Promise<void> {
  try {
    const response = await window.fetch(path, {
      method: "POST",
      signal,
      cache: "no-store",
      headers: { "x-portico": "1" },
      ...(form === undefined ? {} : { body: form }),
    });
    if (!response.ok || response.body === null) throw await readRefusal(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(JSON.parse(line));
    }
    if (rest !== "") throw new PortalRefusal(t("The answer was cut off."));
  } catch (thrown) {
    throw thrown instanceof PortalRefusal
      ? thrown
      : new PortalRefusal(t("The connection to Portico ended before the whole answer arrived."));
  }
}
