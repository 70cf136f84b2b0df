/**
 * Reads the small bodies of creating and changing operations: JSON, form-urlencoded and multipart on the same route (docs/service
 * "Conventions"). The size is limited before anything is parsed. Uploads of models are read elsewhere.
 */
import type { FilePart } from "#lib/service/contract/inputs.ts";
import { lengthOfBytes, parseMultipart, type Body } from "./multipart.ts";
import { groupPairs, parseForm } from "./form.ts";
import { detailError, fieldErrors } from "../errors.ts";
import { isUtf8, mediaType, readBytes, type ReadRules } from "./read-bytes.ts";

/** 1 MiB: the largest thing in a small body is a logo. */
export const BODY_BYTES_MAX = 1024 * 1024;

const NO_FILES: ReadonlyMap<string, FilePart> = new Map();

/**
 * The request's body.
 * @throws WireError 400 (not parseable, not an object), 408 (stopped moving), 413 (too large), 415 (another media type).
 */
export async function readBody(
  request: Request,
  bytesMax = BODY_BYTES_MAX,
  rules: ReadRules = {},
): Promise<Body> {
  const { type, charset } = mediaType(request);
  const known =
    type === "application/json" ||
    type === "application/x-www-form-urlencoded" ||
    type === "multipart/form-data";
  const bytes = await readBytes(request, bytesMax, rules);
  if (bytes === null) {
    throw detailError(413, `The request body is larger than ${lengthOfBytes(bytesMax)}.`);
  }
  if (bytes.length === 0) return { kind: "form", values: new Map(), files: NO_FILES };
  if (!known || !isUtf8(charset)) {
    const named = (request.headers.get("content-type") ?? "").slice(0, 200);
    throw detailError(415, `Unsupported media type "${named}" in request.`);
  }
  if (type === "application/json") return { kind: "json", values: parseJson(bytes), files: NO_FILES };
  if (type === "multipart/form-data") return parseMultipart(request, bytes);
  const pairs = parseForm(bytes);
  if (pairs === null) throw detailError(400, "Form parse error - the body is not a well-formed form.");
  const values = new Map<string, unknown>(pairs);
  return { kind: "form", values, repeated: groupPairs(pairs), files: NO_FILES };
}

function parseJson(bytes: Buffer): ReadonlyMap<string, unknown> {
  const parsed = parseJsonText(bytes);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    const named = parsed === null ? "null" : Array.isArray(parsed) ? "list" : typeof parsed;
    throw fieldErrors({ non_field_errors: [`Invalid data. Expected a dictionary, but got ${named}.`] });
  }
  return new Map<string, unknown>(Object.entries(parsed));
}

function parseJsonText(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown;
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? jsonReason(cause.message) : "the text is not UTF-8";
    throw detailError(400, `JSON parse error - ${reason}`);
  }
}

/** The parser's message without the excerpt of the body that it may quote. */
function jsonReason(message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const what = message.startsWith("Unexpected end") ? "unexpected end" : "unexpected character";
  return position === undefined ? what : `${what} at position ${position}`;
}
