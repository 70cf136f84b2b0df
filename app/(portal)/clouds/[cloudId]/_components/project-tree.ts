import type { ProjectRow } from "#lib/features/projects/schema.ts";

export type TreeRow = {
  project: ProjectRow;
  depth: number;
  /** Number of a parent that is not on this page. */ under: number | null;
};

const DEPTH_SHOWN_MAX = 6;

/**
 * Projects in the order of their tree (parent_id), parents before children, siblings as they came. A child whose parent is not
 * among the rows stands at the root and names it; a ring of parents is cut, every project appears once.
 */
export function toTree(rows: readonly ProjectRow[]): TreeRow[] {
  const present = new Set(rows.map((row) => row.serviceId));
  const children = new Map<number | null, ProjectRow[]>();
  for (const row of rows) {
    const parent =
      row.parentServiceId !== null && present.has(row.parentServiceId) ? row.parentServiceId : null;
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
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
        depth: Math.min(depth, DEPTH_SHOWN_MAX),
        under: parent !== null && !present.has(parent) ? parent : null,
      });
      const below = children.get(project.serviceId) ?? [];
      for (const child of below.toReversed()) open.push({ project: child, depth: depth + 1 });
    }
  };
  for (const root of children.get(null) ?? []) place(root);
  for (const row of rows) place(row);
  return result;
}
