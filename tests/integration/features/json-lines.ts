/** Lines of exported JSON: those of a model's own file, and those of one table over many models, brought into the same form. */
export type Line = {
  project: string;
  modelNumber: number;
  model: string;
  id: string;
  class: string;
} & Members;
export type Members = { attributes: Record<string, unknown>; sets: Record<string, Record<string, unknown>> };

/** A line without the fields that only the joined table has: where the row comes from, and what distinguishes columns of one property. */
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
export const linesOf = <T>(file: Buffer | string | undefined): T[] =>
  (file ?? "null\n")
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
