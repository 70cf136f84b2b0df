// Decides by the first bytes what an uploaded file is; its name is not trusted. Refusals say what to do instead.
import { readSync } from "node:fs";

export type FileKind = { kind: "step" } | { kind: "zip" } | { kind: "refused"; reason: string };

const HEAD_BYTES = 4096;

function refuse(reason: string): FileKind {
  return { kind: "refused", reason };
}

/** @param size of the file, in bytes */
export function findFileKind(fd: number, size: number): FileKind {
  if (size === 0) return refuse("The file is empty.");
  const head = Buffer.alloc(HEAD_BYTES);
  const bytes = head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
  const startsWith = (...values: number[]): boolean => values.every((value, at) => bytes[at] === value);
  if (startsWith(0x50, 0x4b, 0x03, 0x04) || startsWith(0x50, 0x4b, 0x05, 0x06)) return { kind: "zip" };
  if (
    startsWith(0xff, 0xfe) ||
    startsWith(0xfe, 0xff) ||
    /^I\0S\0O\0|^\0I\0S\0O/.test(bytes.toString("latin1"))
  ) {
    return refuse("The file is UTF-16 text; IFC files are plain 8-bit text. Export the model again.");
  }
  if (startsWith(0x1f, 0x8b)) return refuse("The file is packed with gzip. Upload it as .ifc or .ifczip.");
  const text = bytes.toString("latin1").replace(/^\u00ef\u00bb\u00bf/, "");
  if (/^\s*</.test(text))
    return refuse("The file is XML (ifcXML), which cannot be read. Export the model as .ifc.");
  if (/^\s*\{/.test(text))
    return refuse("The file is JSON (ifcJSON), which cannot be read. Export the model as .ifc.");
  if (text.trim() === "" && size <= HEAD_BYTES) return refuse("The file contains nothing but blanks.");
  return { kind: "step" };
}
