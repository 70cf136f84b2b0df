/**
 * A multipart/form-data body (RFC 7578) around a stream that is never held in full. File and field names are escaped, so that a name cannot
 * start another part.
 */
import { randomBytes } from "node:crypto";

export type FilePart = { fieldName: string; fileName: string; content: AsyncIterable<Uint8Array> };

/** Fields first, then the file, then the closing boundary, without which the body is not complete. */
export function createMultipart(fields: Record<string, string>, file: FilePart) {
  const boundary = `portico-${randomBytes(18).toString("hex")}`;
  const head = Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`)
      .join("") +
      `--${boundary}\r\n${disposition(file.fieldName)}; filename="${escapeName(file.fileName)}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    /** All bytes except the file's own. */
    overheadBytes: head.length + tail.length,
    async *iterate(): AsyncGenerator<Uint8Array> {
      yield head;
      yield* file.content;
      yield tail;
    },
  };
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${escapeName(name)}"`;
}

/** As browsers do it (HTML standard, multipart/form-data encoding): quotes and line ends percent-encoded. */
function escapeName(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
