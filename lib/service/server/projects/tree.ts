/**
 * The projects of a cloud as nested JSON, made without recursion: a tree may be as deep as it has projects. Every project appears exactly
 * once, even if stored rows form a circle.
 */
import type { ServiceProjectModel } from "#lib/db/client.ts";
import { toOwnFields } from "../records/project.ts";

/**
 * The JSON text of an array of trees. Rows must be in the order of siblings in the answer. A project whose parent is not among them is a
 * root; in a circle, which no operation can make, the first project is the root.
 */
export function renderTrees(rows: readonly ServiceProjectModel[]): string {
  const children = groupByParent(rows);
  const written = new Set<number>();
  const pieces: string[] = [];
  // The open projects, the innermost last.
  const open: { rest: readonly ServiceProjectModel[]; next: number; isEmpty: boolean }[] = [];
  const begin = (row: ServiceProjectModel): void => {
    written.add(row.id);
    pieces.push(`${JSON.stringify(toOwnFields(row)).slice(0, -1)},"children":[`);
    open.push({ rest: children.get(row.id) ?? [], next: 0, isEmpty: true });
  };
  for (const root of [...(children.get(null) ?? []), ...rows]) {
    if (written.has(root.id)) continue;
    if (pieces.length > 0) pieces.push(",");
    begin(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const child = top.rest[top.next];
      top.next += 1;
      if (child === undefined) {
        pieces.push("]}");
        open.pop();
      } else if (!written.has(child.id)) {
        if (!top.isEmpty) pieces.push(",");
        top.isEmpty = false;
        begin(child);
      }
    }
  }
  return `[${pieces.join("")}]`;
}

/** Groups rows by parent; roots are under null. */
function groupByParent(rows: readonly ServiceProjectModel[]): Map<number | null, ServiceProjectModel[]> {
  const known = new Set(rows.map((row) => row.id));
  return Map.groupBy(rows, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
}
