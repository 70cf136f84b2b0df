/**
 * Names of exported files and of the files in an archive. They are made from names that may contain anything, and are safe on every
 * system. Pure.
 */

/** File systems allow 255 bytes per name; class, date and extension need the rest. */
const STEM_BYTES_MAX = 120;
const NAME_LENGTH_MAX = 60;

/** Keeps letters, digits and underscores of every script; what a file system, a shell or a header could misread becomes one hyphen. */
function hyphened(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\.ifc(zip)?$/i, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-");
}

function trimmed(name: string): string {
  return name.replaceAll(/^-+|(?<!-)-+$/g, "");
}

/** A short safe name; `otherwise` where nothing of it is left. */
export function safeName(name: string, otherwise: string): string {
  const cut = trimmed(Array.from(hyphened(name)).slice(0, NAME_LENGTH_MAX).join(""));
  return cut === "" ? otherwise : cut;
}

/** `IfcDoor`, or `IfcDoor-and-2-more` for several classes. */
function classesIn([first = "elements", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}-and-${String(others.length)}-more`;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** `<model>-IfcDoor-2026-11-21.csv`. */
export function exportFileName(
  modelName: string,
  classes: readonly string[],
  at: Date,
  ending: string,
): string {
  // Cutting bytes may split the last character, which then decodes to U+FFFD.
  const cut = Buffer.from(trimmed(hyphened(modelName)))
    .toString("utf8", 0, STEM_BYTES_MAX)
    .replace(/(?<![\uFFFD-])[\uFFFD-]+$/, "");
  return `${cut === "" ? "model" : cut}-${classesIn(classes)}-${dayOf(at)}.${ending}`;
}

/** `<model>-4712-IfcDoor.csv`: the model's number keeps equal names apart. */
export function partName(
  model: { modelName: string; modelId: number },
  classes: readonly string[],
  ending: string,
): string {
  return `${safeName(model.modelName, "model")}-${String(model.modelId)}-${classesIn(classes)}.${ending}`;
}

/** `<project or cloud>-IfcDoor.csv`: the one table of all models. */
export function tableName(scopeName: string, classes: readonly string[], ending: string): string {
  return `${safeName(scopeName, "models")}-${classesIn(classes)}.${ending}`;
}

/** `<project>-3/`: the folder of a project's files in the archive of a whole cloud. */
export function folderName(project: { name: string; serviceId: bigint }): string {
  return `${safeName(project.name, "project")}-${String(project.serviceId)}/`;
}

/** `<project or cloud>-elements-2026-11-21.zip` */
export function archiveName(scopeName: string, at: Date): string {
  return `${safeName(scopeName, "models")}-elements-${dayOf(at)}.zip`;
}
