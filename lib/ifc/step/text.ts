// Decodes the content of STEP strings (ISO 10303-21 clause 6.4.3): doubled apostrophes and backslashes, \S\ with its code page \P.\, \X\,
// \X2\ and \X4\, wrapped lines, and the raw UTF-8 or Windows-1252 bytes that exporters write in spite of the standard. An apostrophe is
// doubled after \S\ too, since a single one would end the string. The slow, complete path: plain strings never come here. Never throws;
// what is not an escape stays as written (Windows paths with single backslashes are common).

const ESCAPE =
  /''|\\\\|\\S\\(''|[\x20-\x7e])|\\P([A-I])\\|\\X2\\((?:[0-9A-Fa-f]{4})*)(?:\\X0\\)?|\\X4\\((?:[0-9A-Fa-f]{8})*)(?:\\X0\\)?|\\X\\([0-9A-Fa-f]{2})|\\[NF]\\/g;

const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");
const codePages = new Map<string, TextDecoder>();

/** Upper half of ISO 8859-1 to -9: the page that `\P` chooses with A to I. */
function decodeCodePage(page: string, byte: number): string {
  const part = page.charCodeAt(0) - 0x40;
  if (part === 1) return String.fromCharCode(byte);
  let decoder = codePages.get(page);
  if (!decoder) {
    decoder = new TextDecoder(`iso-8859-${part}`);
    codePages.set(page, decoder);
  }
  return decoder.decode(Uint8Array.of(byte));
}

function decodeCodePoints(hex: string): string {
  let text = "";
  for (let at = 0; at < hex.length; at += 8) {
    const point = Number.parseInt(hex.slice(at, at + 8), 16);
    text += point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
  }
  return text;
}

function decodeCodeUnits(hex: string): string {
  let text = "";
  for (let at = 0; at < hex.length; at += 4) {
    text += String.fromCharCode(Number.parseInt(hex.slice(at, at + 4), 16));
  }
  return text;
}

/** Bytes above 0x7F, given as Latin-1 characters: UTF-8 if the whole string is valid UTF-8, else Windows-1252. */
function decodeRawBytes(raw: string): string {
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return windows1252.decode(bytes);
    throw error;
  }
}

/**
 * The text that a STEP string means.
 * @param raw content between the apostrophes, one character per byte of the file
 * @returns well-formed text; NUL and lone surrogates, which neither databases nor UTF-8 can hold, become U+FFFD
 */
export function decodeText(raw: string): string {
  // Lines may be wrapped anywhere, also within an escape.
  const joined = raw.replaceAll(/[\r\n]+/g, "");
  const text = /[^\0-\x7f]/.test(joined) ? decodeRawBytes(joined) : joined;
  let page = "A";
  const decoded = text.replaceAll(
    ESCAPE,
    (match, shifted?: string, newPage?: string, units?: string, points?: string, single?: string) => {
      if (match === "''") return "'";
      if (match === "\\\\") return "\\";
      if (shifted !== undefined) return decodeCodePage(page, shifted.charCodeAt(0) + 0x80);
      if (newPage !== undefined) {
        page = newPage;
        return "";
      }
      const isBroken = !match.endsWith("\\X0\\") && (units === "" || points === "");
      if (isBroken) return match;
      if (units !== undefined) return decodeCodeUnits(units);
      if (points !== undefined) return decodeCodePoints(points);
      if (single !== undefined) return String.fromCharCode(Number.parseInt(single, 16));
      return "";
    },
  );
  return decoded.replaceAll("\0", "\ufffd").toWellFormed();
}
