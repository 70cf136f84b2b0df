/**
 * How code in the browser asks the portal's own routes: the one place that calls the browser's fetch. Never for other origins; what
 * the server asks of others goes through lib/http.
 */

export type Asked<T> =
  { ok: true; value: T } | { ok: false; status: number | null; message: string; reference: string | null };

/** Reads a path of the portal as JSON; never throws, and answers a cancelled question like one that got no answer. */
export async function askPortal<T>(path: `/api/${string}`, signal: AbortSignal): Promise<Asked<T>> {
  try {
    const response = await window.fetch(path, { signal, cache: "no-store" });
    if (response.ok) return { ok: true, value: (await response.json()) as T };
    const { status } = response;
    if (status === 401) {
      return { ok: false, status, message: "You are signed out. Sign in again to go on.", reference: null };
    }
    const { error } = (await response.json()) as { error?: { message?: string; requestId?: string } };
    return {
      ok: false,
      status,
      message: error?.message ?? `Portico answered ${String(status)}.`,
      reference: error?.requestId ?? null,
    };
  } catch {
    return { ok: false, status: null, message: "Portico does not answer.", reference: null };
  }
}
