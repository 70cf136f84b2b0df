import type { ProjectRow } from "#lib/features/projects/queries.ts";

export type TreeRow = {
  project: ProjectRow;
  depth: number;
  /** How many of the following rows are its descendants, which close with it. */
  below: number;
  /** Number of a parent that is not among the rows. */
  under: number | null;
};

/**
 * Projects as a tree (parent_id): parents before children, siblings in their given order. A child whose parent is not among the rows is at
 * the top level and names the parent; a ring of parents is cut, so every project appears once.
 */
export function toTree(rows: readonly ProjectRow[]): TreeRow[] {
  const present = new Set(rows.map((row) => row.serviceId));
  const children = Map.groupBy(rows, ({ parentServiceId: parent }) =>
    parent !== null && present.has(parent) ? parent : null,
  );
  const placed = new Set<number>();
  const result: TreeRow[] = [];
  const place = (start: ProjectRow): void => {
    const open: { project: ProjectRow; depth: number }[] = [{ project: start, depth: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { project, depth } = next;
      if (placed.has(project.serviceId)) continue;
      placed.add(project.serviceId);
      const parent = project.parentServiceId;
      result.push({
        project,
        depth,
        below: 0,
        under: parent !== null && !present.has(parent) ? parent : null,
      });
      const below = children.get(project.serviceId) ?? [];
      for (const child of below.toReversed()) open.push({ project: child, depth: depth + 1 });
    }
  };
  for (const root of children.get(null) ?? []) place(root);
  for (const row of rows) place(row);
  return result.map((row, index) => ({ ...row, below: countBelow(result, index) }));
}

function countBelow(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  let end = index + 1;
  while ((rows[end]?.depth ?? -1) > depth) end += 1;
  return end - index - 1;
}

/** The rows that are visible while these (numbers at the service) are closed. */
export function openRows(rows: readonly TreeRow[], closed: ReadonlySet<number>): TreeRow[] {
  const seen: TreeRow[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (row === undefined) break;
    seen.push(row);
    if (closed.has(row.project.serviceId)) index += row.below;
  }
  return seen;
}
