/** Lines of exported JSON: those of a model's own file, and those of one table over many, brought to the same form. */
export type Line = {
  project: string;
  modelNumber: number;
  model: string;
  id: string;
  class: string;
} & Members;
type Members = { attributes: Record<string, unknown>; sets: Record<string, Record<string, unknown>> };

/** A line without what only the one table says: where it comes from, and what tells columns of one property apart. */
export function asAlone(line: Line): unknown {
  const { id, class: ifcClass, attributes, sets } = line;
  const plain = (members: Record<string, unknown>): [string, unknown][] =>
    Object.entries(members).map(([key, value]) => [
      key.replace(/(?: \((?:text|number|true or false)\))?(?: \[[^\]]+\])?$/, ""),
      value,
    ]);
  return {
    id,
    class: ifcClass,
    attributes: Object.fromEntries(plain(attributes)),
    sets: Object.fromEntries(Object.entries(sets).map(([set, of]) => [set, Object.fromEntries(plain(of))])),
  };
}

/** The lines of a file of JSON lines. */
export const linesOf = (bytes: Buffer | undefined): unknown[] =>
  (bytes ?? Buffer.from("null\n"))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
