/** Names of a bulk run's archive and of the files in it, made safe for every system. Pure. */

const NAME_LENGTH_MAX = 60;

/** Keeps letters, digits and underscores of every script; other characters become one hyphen, since file systems may reject them. */
export function safeName(name: string, otherwise: string): string {
  const safe = name
    .normalize("NFC")
    .replace(/\.ifc(zip)?$/i, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, "-");
  const cut = Array.from(safe)
    .slice(0, NAME_LENGTH_MAX)
    .join("")
    .replaceAll(/^-+|(?<!-)-+$/g, "");
  return cut === "" ? otherwise : cut;
}

/** `<model>-4712-IfcDoor.csv`, or `…-IfcDoor-and-2-more.csv`: the model's number keeps equal names apart. */
export function partName(
  model: { modelName: string; modelId: number },
  classes: readonly string[],
  ending: string,
): string {
  const more = classes.length > 1 ? `-and-${String(classes.length - 1)}-more` : "";
  return `${safeName(model.modelName, "model")}-${String(model.modelId)}-${classes[0] ?? ""}${more}.${ending}`;
}

/** `<project or cloud>-IfcDoor.csv`: the one table of all models. */
export function tableName(scopeName: string, classes: readonly string[], ending: string): string {
  const more = classes.length > 1 ? `-and-${String(classes.length - 1)}-more` : "";
  return `${safeName(scopeName, "models")}-${classes[0] ?? ""}${more}.${ending}`;
}

/** `<project>-3/`: the folder of a project's files in the archive of a whole cloud. */
export function folderName(project: { name: string; serviceId: bigint }): string {
  return `${safeName(project.name, "project")}-${String(project.serviceId)}/`;
}

/** `<project or cloud>-elements-2026-11-21.zip` */
export function archiveName(scopeName: string, at: Date): string {
  return `${safeName(scopeName, "models")}-elements-${at.toISOString().slice(0, 10)}.zip`;
}
