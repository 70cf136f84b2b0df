/** Forms without files as browsers send them, as one text. */

const BOUNDARY = "portico-in-a-test";
/** The content type of multipartOf's answer (RFC 7578). */
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** The text before the value of a field. */
export const openField = (name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;

/** A body with these names and values, in this order. */
export const multipartOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${openField(name)}${value}\r\n`).join("") + `--${BOUNDARY}--\r\n`;
