/**
 * Images in a body (logo of a project, image of a Cloud), checked by their first bytes and stored as `data:` URLs, so that a record is
 * complete without a further address that would need the caller's token.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { TEXT } from "#lib/service/contract/errors.ts";
import { FilePart, IMAGE_BYTES_MAX } from "#lib/service/contract/inputs.ts";

export const EMPTY_FILE = kept("The submitted file is empty.");
/** Django REST Framework's message for a file that is not an image. */
const NOT_AN_IMAGE =
  "Upload a valid image. The file you uploaded was either not an image or a corrupted image.";
const IMAGE_TOO_LARGE = `The image is larger than ${String(IMAGE_BYTES_MAX / 1024)} KiB.`;

const URL_LENGTH_MAX = 2048;
const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The URL to store (null: no image, undefined: nothing was sent), and what is wrong with it. */
type JudgedImage = { url: string | null | undefined; sentences: string[] };

/** Checks what was sent for an image: a file, a URL, or nothing; an empty text means no image. */
export function judgeImage(sent: FilePart | string | null | undefined): JudgedImage {
  if (sent instanceof FilePart) return imageFromFile(sent);
  if (sent === undefined || sent === null) return taken(sent);
  return sent === "" ? taken(null) : imageFromText(sent);
}

function taken(url: string | null | undefined): JudgedImage {
  return { url, sentences: [] };
}

function refused(sentence: string): JudgedImage {
  return { url: undefined, sentences: [sentence] };
}

/** As a data URL; PNG, JPEG, GIF and WebP by their signatures, whatever the file is called. */
function imageFromFile(file: FilePart): JudgedImage {
  if (file.bytes.length === 0) return refused(EMPTY_FILE);
  const type = rasterType(file.bytes);
  if (type === null) return refused(NOT_AN_IMAGE);
  if (file.bytes.length > IMAGE_BYTES_MAX) return refused(IMAGE_TOO_LARGE);
  return taken(`data:${type};base64,${file.bytes.toString("base64")}`);
}

/** An http(s) URL, or a base64 `data:` URL whose bytes match its media type. */
function imageFromText(text: string): JudgedImage {
  if (/^data:/i.test(text)) return imageFromDataUrl(text);
  if (text.length > URL_LENGTH_MAX || !isHttpUrl(text)) return refused(TEXT.notUrl);
  return taken(text);
}

function imageFromDataUrl(text: string): JudgedImage {
  const match = DATA_URL.exec(text);
  const type = match?.[1];
  const encoded = match?.[2];
  if (type === undefined || encoded === undefined) return refused(NOT_AN_IMAGE);
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length > IMAGE_BYTES_MAX) return refused(IMAGE_TOO_LARGE);
  const isWhatItSays = type === "image/svg+xml" ? bytes.includes("<svg") : rasterType(bytes) === type;
  return isWhatItSays ? taken(text) : refused(NOT_AN_IMAGE);
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
