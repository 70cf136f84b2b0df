/**
 * Cleans the file name that a caller sends: only its last part, without anything harmful in a header, a terminal or a file dialog. The name
 * is only for people; files are stored under our own names.
 */
import { FILE_NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";

// Control characters, and those that change the direction of text (a name could display a false ending).
const HARMFUL = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** "C:\\models\\Tower.ifc" → "Tower.ifc"; an empty text when nothing is left. */
export function cleanFileName(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last.normalize("NFC").replaceAll(HARMFUL, "").trim();
  return name === "." || name === ".." ? "" : Array.from(name).slice(0, FILE_NAME_LENGTH_MAX).join("");
}

/** The ending of a name in lower case without the dot, e.g. "ifc"; an empty text without an ending of up to 10 letters or digits. */
export function fileTypeOf(name: string): string {
  return (/\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? "").toLowerCase();
}

/** True for names that start the reading of a model (docs/service "Document"). */
export function isModelName(name: string): boolean {
  return /\.(?:ifc|ifczip)$/i.test(name);
}
