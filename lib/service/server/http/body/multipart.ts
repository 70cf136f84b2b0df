/**
 * multipart/form-data of small bodies (RFC 7578), held in memory within the limit that body.ts has already applied. Texts are parsed as
 * strictly as in forms: bytes that are not UTF-8 are an error, never replaced by guesses.
 */
import { Busboy, type BusboyConfig, type BusboyInstance } from "@fastify/busboy";
import { FilePart } from "#lib/service/contract/inputs.ts";
import { detailError } from "../errors.ts";
import { decodeUtf8, groupPairs } from "./form.ts";

const PARTS_MAX = 100;
export const BROKEN = "the parts do not end where they should.";
export const NOT_UTF8 = "a field is not UTF-8.";

/**
 * A parser that gives texts as bytes too, because Busboy would insert replacement characters for bytes that are not UTF-8.
 * @throws WireError 400 without a boundary
 */
export function openParser(request: Request, limits: BusboyConfig["limits"]): BusboyInstance {
  try {
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return new Busboy({ headers, limits, isPartAFile: () => true });
  } catch {
    throw malformed("the boundary is missing.");
  }
}

export function malformed(reason: string): Error {
  return detailError(400, `Multipart form parse error - ${reason}`);
}

/** Whether a part is a file: it has a file name or a media type other than text (RFC 7578 section 4.2). */
export function isFilePart(fileName: string | undefined, mimeType: string): boolean {
  return fileName !== undefined || mimeType === "application/octet-stream";
}

/** 1048576 → "1 MiB". */
export function lengthOfBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${String(bytes / 1024 / 1024)} MiB` : `${String(bytes / 1024)} KiB`;
}

/**
 * Fields and files of a complete multipart body; of a repeated field the last one counts.
 * @throws WireError 400 when the body is not well-formed, has more than 100 parts, or a text that is not UTF-8.
 */
export function parseMultipart(request: Request, bytes: Buffer): Promise<Body> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const files = new Map<string, FilePart>();
    const parser = openParser(request, { parts: PARTS_MAX, fieldNameSize: 256, headerPairs: 20 });
    parser.on("file", (name, stream, fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      // Reserve its place now, since parts may end in a different order than they began.
      const pair: [string, string] = [name, ""];
      const isFile = isFilePart(fileName, mimeType);
      if (!isFile) pairs.push(pair);
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => {
        reject(malformed(BROKEN));
      });
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks);
        if (isFile) {
          files.set(name, new FilePart(fileName, bytes));
          return;
        }
        const text = decodeUtf8(bytes);
        if (text === null) reject(malformed(NOT_UTF8));
        else pair[1] = text;
      });
    });
    parser.on("partsLimit", () => {
      reject(malformed(`more than ${String(PARTS_MAX)} parts.`));
    });
    parser.on("error", () => {
      reject(malformed(BROKEN));
    });
    parser.on("finish", () => {
      const values = new Map<string, unknown>(pairs);
      resolve({ kind: "form", values, repeated: groupPairs(pairs), files });
    });
    parser.end(bytes);
  });
}

export type Body = {
  /** JSON has types; forms have only text. */
  kind: "json" | "form";
  /** A map, so that no key from the caller reaches a prototype. */
  values: ReadonlyMap<string, unknown>;
  /** Only in forms: all values of each field, in order; `values` has the last. */
  repeated?: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, FilePart>;
};
