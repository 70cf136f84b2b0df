/**
 * Reads a request's body up to a limit, counted while it arrives: a false Content-Length does no harm, and nothing beyond the limit is
 * kept. Only for small bodies; uploads are streamed elsewhere.
 */
import { detailError } from "../errors.ts";
import { BODY_IDLE_MS, readOrSilent, SILENT } from "../node/idle-watch.ts";

export type ReadRules = {
  /** After this long without a byte the sender counts as gone. */
  idleMs?: number;
  /** Makes the error, where errors have a different shape. */
  refuse?: typeof detailError;
};

/**
 * The body's bytes, or null when it is larger than `bytesMax`.
 * @throws the errors of `refuse` for 400 (cut off) and 408 (stopped sending, RFC 9110 section 15.5.9)
 */
export async function readBytes(
  request: Request,
  bytesMax: number,
  { idleMs = BODY_IDLE_MS, refuse = detailError }: ReadRules = {},
): Promise<Buffer | null> {
  const announced = Number(request.headers.get("content-length") ?? "0");
  if (announced > bytesMax) return null;
  if (request.body === null) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      // The caller left or broke off: not a fault of the service, so nothing to log.
      const piece = await readOrSilent(reader, idleMs).catch(() => {
        throw refuse(400, "The request body was cut off.");
      });
      if (piece === SILENT) {
        const waited = `${String(idleMs / 1000)} s`;
        throw refuse(408, `Nothing more of the request body came for ${waited}. Send it again.`, {
          Connection: "close",
        });
      }
      const { done, value } = piece;
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      // drainBody reads the rest: cancelling would cut the connection, and the answer with it.
      if (size > bytesMax) return null;
      chunks.push(value);
    }
  } finally {
    reader.releaseLock();
  }
}

/** The media type in lower case without parameters, and its charset; both empty when there is none. */
export function mediaType(request: Request): { type: string; charset: string } {
  const header = request.headers.get("content-type") ?? "";
  const [type = "", ...parameters] = header.split(";");
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { type: type.trim().toLowerCase(), charset: (charset ?? "").toLowerCase() };
}

const UTF8_NAMES = new Set(["", "utf-8", "utf8", "us-ascii"]);

/** True when text of this charset can be read as UTF-8. */
export function isUtf8(charset: string): boolean {
  return UTF8_NAMES.has(charset);
}
