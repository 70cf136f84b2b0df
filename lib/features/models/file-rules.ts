/** Which files can become models; in a separate file, so that a page checks them without loading zod. */

export const FILE_NAME_LENGTH_MAX = 256;

/** Larger than any known model; services have lower limits of their own. */
export const MODEL_BYTES_MAX = 20 * 1024 ** 3;

/** By its name: an .ifc, or an .ifczip, which contains one model. */
export function isModelFile(name: string): boolean {
  return /\.(?:ifc|ifczip)$/i.test(name);
}
