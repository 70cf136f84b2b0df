/**
 * Names of exported files. They are made from a model's name, which may contain anything, and are safe on every system and in a header (RFC
 * 6266, RFC 8187). Pure.
 */

/** File systems allow 255 bytes per name; class, date and extension need the rest. */
const STEM_BYTES_MAX = 120;

/**
 * `<model>-IfcDoor-2026-11-21.csv`, or `<model>-IfcDoor-and-2-more-…` for several classes. Keeps letters and digits of every script;
 * characters that a file system, a shell or a header could misread become one hyphen.
 */
export function exportFileName(
  modelName: string,
  classes: readonly string[],
  at: Date,
  ending: string,
): string {
  const stem = modelName
    .normalize("NFC")
    .replace(/\.ifc(zip)?$/i, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-")
    .replaceAll(/^-+|(?<!-)-+$/g, "");
  // Cutting bytes may split the last character, which then decodes to U+FFFD.
  const cut = Buffer.from(stem)
    .toString("utf8", 0, STEM_BYTES_MAX)
    .replace(/(?<![\uFFFD-])[\uFFFD-]+$/, "");
  const [first = "elements", ...others] = classes;
  const what = others.length === 0 ? first : `${first}-and-${String(others.length)}-more`;
  return `${cut === "" ? "model" : cut}-${what}-${at.toISOString().slice(0, 10)}.${ending}`;
}

/** The Content-Disposition of a download: an ASCII name for old clients and the real name in UTF-8. */
export function attachmentHeader(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\w.-]+/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
