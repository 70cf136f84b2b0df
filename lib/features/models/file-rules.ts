/** Which files can become models; in a file of its own, so that a page checks them without bringing zod along. */

export const FILE_NAME_LENGTH_MAX = 256;

/** More than any model that is known; services have limits of their own below it. */
export const MODEL_BYTES_MAX = 20 * 1024 ** 3;

/** By its name: an .ifc, or an .ifczip with one model in it. */
export function isModelFile(name: string): boolean {
  return /\.(?:ifc|ifczip)$/i.test(name);
}
