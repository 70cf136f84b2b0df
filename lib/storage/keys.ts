/**
 * Keys of stored files: slash-separated segments made by Portico. Keys never contain what a person typed, so a key of another form is a
 * programming error and is refused before it reaches the disk.
 */

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;
const KEY_LENGTH_MAX = 400;
const SEGMENT_LENGTH_MAX = 120;
const SEGMENTS_MAX = 10;

/** The segments of a key. @throws Error when the key is not one of ours (absolute, `..`, hidden, empty, too long). */
export function parseKey(key: string): string[] {
  const segments = key.split("/");
  const isSound =
    key.length <= KEY_LENGTH_MAX &&
    segments.length <= SEGMENTS_MAX &&
    segments.every((segment) => segment.length <= SEGMENT_LENGTH_MAX && SEGMENT.test(segment));
  if (!isSound) throw new Error(`"${key.slice(0, 80)}" is no key of the file store`);
  return segments;
}
