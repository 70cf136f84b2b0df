/**
 * Decodes text files from any program: UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252. Pure; says so when the file
 * is a workbook or an archive.
 */

const SAMPLE_BYTES = 4096;
/** First bytes of workbooks and archives (ZIP) and of old workbooks (compound file). */
const NO_TEXT: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** The text, or null when the bytes are a workbook or an archive. */
export function decodeTextFile(bytes: Uint8Array): string | null {
  if (NO_TEXT.some((start) => start.every((byte, at) => bytes[at] === byte))) return null;
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const pairs = Math.floor(sample.length / 2);
  const zeros = [...sample.subarray(0, 2 * pairs).entries()].filter(([, byte]) => byte === 0);
  const oddZeros = zeros.filter(([at]) => at % 2 === 1).length;
  const evenZeros = zeros.length - oddZeros;
  // Addresses are mostly ASCII: in UTF-16 every other byte is zero, always on the same side.
  if (pairs > 0 && oddZeros > 0.7 * pairs && evenZeros === 0) return "utf-16le";
  if (pairs > 0 && evenZeros > 0.7 * pairs && oddZeros === 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch (thrown) {
    if (thrown instanceof TypeError) return "windows-1252";
    throw thrown;
  }
}
