/**
 * Images that come with a body (logo of a project, image of a cloud), checked by their first bytes and kept as `data:` URLs, so
 * that a record is complete without another address that would need the caller's token.
 */
import { IMAGE_BYTES_MAX } from "#lib/service/contract/inputs.ts";
import type { UploadedFile } from "./parsed-body.ts";

/** In Django REST Framework's words, for what is not an image. */
export const NOT_AN_IMAGE =
  "Upload a valid image. The file you uploaded was either not an image or a corrupted image.";
export const IMAGE_TOO_LARGE = `The image is larger than ${String(IMAGE_BYTES_MAX / 1024)} KiB.`;

const URL_LENGTH_MAX = 2048;
const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/;

export type ImageResult = { ok: true; url: string } | { ok: false; sentence: string };

/** An image file of a multipart body as a data URL; PNG, JPEG, GIF and WebP by their signatures, whatever the file is called. */
export function imageFromFile(file: UploadedFile): ImageResult {
  if (file.bytes.length === 0) return { ok: false, sentence: "The submitted file is empty." };
  const type = rasterType(file.bytes);
  if (type === null) return { ok: false, sentence: NOT_AN_IMAGE };
  if (file.bytes.length > IMAGE_BYTES_MAX) return { ok: false, sentence: IMAGE_TOO_LARGE };
  return { ok: true, url: `data:${type};base64,${file.bytes.toString("base64")}` };
}

/** A text that names an image: an http(s) URL or a base64 `data:` URL whose bytes are what it says. */
export function imageFromText(text: string, invalidUrl: string): ImageResult {
  if (/^data:/i.test(text)) return imageFromDataUrl(text);
  if (text.length > URL_LENGTH_MAX || !isHttpUrl(text)) return { ok: false, sentence: invalidUrl };
  return { ok: true, url: text };
}

function imageFromDataUrl(text: string): ImageResult {
  const match = DATA_URL.exec(text);
  const type = match?.[1];
  const encoded = match?.[2];
  if (type === undefined || encoded === undefined) return { ok: false, sentence: NOT_AN_IMAGE };
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length > IMAGE_BYTES_MAX) return { ok: false, sentence: IMAGE_TOO_LARGE };
  const isWhatItSays = type === "image/svg+xml" ? bytes.includes("<svg") : rasterType(bytes) === type;
  return isWhatItSays ? { ok: true, url: text } : { ok: false, sentence: NOT_AN_IMAGE };
}

/** True for an absolute http(s) URL with a host, without credentials, white space or control characters. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}\p{Surrogate}\\]/u.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.hostname !== "" && url.username === "" && url.password === "";
}

function rasterType(bytes: Buffer): string | null {
  const starts = (hex: string, at = 0): boolean =>
    bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, "hex"));
  if (starts("89504e470d0a1a0a")) return "image/png";
  if (starts("ffd8ff")) return "image/jpeg";
  if (starts("474946383761") || starts("474946383961")) return "image/gif";
  if (starts("52494646") && starts("57454250", 8)) return "image/webp";
  return null;
}
