/**
 * How code in the browser asks the portal's own routes: the one place that calls the browser's fetch. Never for other origins; what
 * the server asks of others goes through lib/http.
 */
import { t } from "#lib/core/texts.ts";

export type Asked<T> =
  { ok: true; value: T } | { ok: false; status: number | null; message: string; reference: string | null };

/** Reads a path of the portal as JSON; never throws, and answers a cancelled question like one that got no answer. */
export function askPortal<T>(path: `/api/${string}`, signal: AbortSignal): Promise<Asked<T>> {
  return ask(path, { signal });
}

/** The same with a question that is too long for an address. */
export function askPortalAbout<T>(
  path: `/api/${string}`,
  question: unknown,
  signal: AbortSignal,
): Promise<Asked<T>> {
  const headers = { "x-portico": "1", "Content-Type": "application/json" };
  return ask(path, { signal, method: "POST", headers, body: JSON.stringify(question) });
}

async function ask<T>(path: `/api/${string}`, init: RequestInit): Promise<Asked<T>> {
  try {
    const response = await window.fetch(path, { cache: "no-store", ...init });
    if (response.ok) return { ok: true, value: (await response.json()) as T };
    const { status } = response;
    if (status === 401) {
      return {
        ok: false,
        status,
        message: t("You are signed out. Sign in again to go on."),
        reference: null,
      };
    }
    const { error } = (await response.json()) as { error?: { message?: string; requestId?: string } };
    return {
      ok: false,
      status,
      message: error?.message ?? t("Portico answered {status}.", { status }),
      reference: error?.requestId ?? null,
    };
  } catch {
    return { ok: false, status: null, message: t("Portico does not answer."), reference: null };
  }
}

/**
 * Posts to a path that answers with one JSON value a line, and hands each on as it comes. Never throws.
 * @returns null when the answer came to its end, else what went wrong, for people
 */
export async function postForLines(
  path: `/api/${string}`,
  signal: AbortSignal,
  take: (value: unknown) => void,
): Promise<string | null> {
  try {
    const response = await window.fetch(path, {
      method: "POST",
      signal,
      cache: "no-store",
      headers: { "x-portico": "1" },
    });
    if (!response.ok || response.body === null) {
      const { error } = (await response.json()) as { error?: { message?: string } };
      return error?.message ?? t("Portico answered {status}.", { status: response.status });
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return rest === "" ? null : t("The answer ended too early.");
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(JSON.parse(line));
    }
  } catch {
    return t("The connection to Portico ended before the answer was whole.");
  }
}
