/**
 * multipart/form-data of small bodies (RFC 7578), held in memory within the limit that body.ts has already applied.
 */
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { detailError } from "./errors.ts";
import { groupPairs } from "./form.ts";
import type { Body, UploadedFile } from "./parsed-body.ts";

const PARTS_MAX = 100;

/** 1048576 → "1 MiB". */
export function lengthOfBytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${String(bytes / 1024 / 1024)} MiB` : `${String(bytes / 1024)} KiB`;
}

/**
 * Fields and files of a complete multipart body; of a repeated field the last one counts.
 * @throws WireError 400 when the body is not well-formed or has more than 100 parts.
 */
export function parseMultipart(request: Request, bytes: Buffer): Promise<Body> {
  const malformed = (reason: string): Error => detailError(400, `Multipart form parse error - ${reason}`);
  return new Promise((resolve, reject) => {
    const contentType = request.headers.get("content-type") ?? "";
    const pairs: [string, string][] = [];
    const files = new Map<string, UploadedFile>();
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { "content-type": contentType },
        limits: { parts: PARTS_MAX, fieldSize: bytes.length, fieldNameSize: 256, headerPairs: 20 },
      });
    } catch {
      reject(malformed("the boundary is missing."));
      return;
    }
    parser.on("field", (name, value) => pairs.push([name, value]));
    parser.on("file", (name, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => {
        reject(malformed("a part was cut off."));
      });
      stream.on("end", () => files.set(name, { fileName, bytes: Buffer.concat(chunks) }));
    });
    parser.on("partsLimit", () => {
      reject(malformed(`more than ${String(PARTS_MAX)} parts.`));
    });
    parser.on("error", () => {
      reject(malformed("the parts do not end where they should."));
    });
    parser.on("finish", () => {
      const values = new Map<string, unknown>(pairs);
      resolve({ kind: "form", values, repeated: groupPairs(pairs), files });
    });
    parser.end(bytes);
  });
}
