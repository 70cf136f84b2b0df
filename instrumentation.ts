/**
 * Next calls these: register once per server process, which starts what runs beside the pages (lib/boot/background/start.ts), and onRequestError
 * for whatever goes wrong while a page is made.
 */
import type { Instrumentation } from "next";

// There before anything is served, so that an error is judged at once: before its answer leaves.
let noteFailure: ((error: unknown, nonce: string) => void) | null = null;

export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const [{ startServer }, { noteDatabaseFailure }, { isDatabaseAway }] = await Promise.all([
    import("#lib/boot/background/start.ts"),
    import("#lib/boot/edge/database-gate.ts"),
    import("#lib/db/errors.ts"),
  ]);
  noteFailure = (error, nonce) => {
    if (isDatabaseAway(error)) noteDatabaseFailure(nonce);
  };
  await startServer();
}

/** The header is our own server's: each request has another one. */
export const onRequestError: Instrumentation.onRequestError = (error, request) => {
  const nonce = request.headers["x-nonce"];
  if (typeof nonce === "string") noteFailure?.(error, nonce);
};
