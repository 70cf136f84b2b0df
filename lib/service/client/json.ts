/** Reads a JSON body from bytes: strict UTF-8, a byte order mark is ignored, nothing is guessed. Undefined means not usable. */

/** True for application/json and +json types in UTF-8. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type.trim())) return false;
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith("charset="));
  return charset === undefined || /^charset="?(?:utf-?8|us-ascii)"?$/.test(charset);
}

/** False for a body in a content coding, which nobody asked for. */
export function isPlain(encoding: string | undefined): boolean {
  return encoding === undefined || encoding.trim().toLowerCase() === "identity";
}

/** The parsed value; undefined when the bytes are not one complete JSON text in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return undefined;
    throw thrown;
  }
}

/** Text that every database accepts: no NUL, no lone surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\u2400");
}
