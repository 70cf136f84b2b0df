/**
 * Finds the parent of each row, in the file or in the Cloud, and judges its name among its siblings: the same name under another parent is
 * another project, such as the floors of several buildings. Pure.
 */
import { say, type Said } from "#lib/core/texts.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { applyChoice, deny, short, type Judged, type Known, type RowToJudge } from "./judged.ts";

/** A row of the file (by index), or a project of the Cloud (by number). */
type Node = { row: number } | { project: number };

/** Separates the names of a path: "House A / Floor 1". */
const STEP = /[/>›]/;

/** Gives every row its parent, or the reason why it cannot be sent; then its verdict among its siblings. */
export function judgePlaces(judged: readonly Judged[], rows: readonly RowToJudge[], known: Known): void {
  new Places(judged, rows, known).judge();
}

class Places {
  readonly #judged: readonly Judged[];
  readonly #rows: readonly RowToJudge[];
  readonly #projects: ReadonlyMap<number, Known["projects"][number]>;
  /** Names in the form in which they are compared: of rows, and of projects by number. */
  readonly #rowNames: readonly string[];
  readonly #projectNames: ReadonlyMap<number, string>;
  readonly #rowsByName: ReadonlyMap<string, readonly number[]>;
  readonly #projectsByName: ReadonlyMap<string, readonly number[]>;
  readonly #awaited: ReadonlySet<string>;
  /** Rows whose parents are being searched: meeting one of them again means a ring. */
  readonly #open = new Set<number>();
  readonly #done = new Set<number>();
  /** The first row of each name under each parent. */
  readonly #firsts = new Map<string, number>();
  /** What a row that is not sent is equal to: the first row of the same name and parent, or an existing project. */
  readonly #same = new Map<number, Node>();
  /** Rows that a person creates in addition to an existing project of the same name and parent, by its number. */
  readonly #instead = new Map<number, number>();
  /** Rows and projects by name, once all rows of that name are done. */
  readonly #nodes = new Map<string, readonly Node[]>();

  constructor(judged: readonly Judged[], rows: readonly RowToJudge[], known: Known) {
    this.#judged = judged;
    this.#rows = rows;
    this.#projects = new Map(known.projects.map((project) => [project.id, project]));
    this.#rowNames = judged.map(({ name }) => subjectName(name));
    this.#projectNames = new Map(known.projects.map(({ id, name }) => [id, subjectName(name)]));
    const formed = [...judged.keys()].filter((index) => judged[index]?.verdict !== "MALFORMED");
    this.#rowsByName = Map.groupBy(formed, (index) => this.#rowNames[index] ?? "");
    this.#projectsByName = Map.groupBy(this.#projects.keys(), (id) => this.#projectNames.get(id) ?? "");
    this.#awaited = new Set(
      known.awaited.map(({ name, parentId }) => keyUnder(projectOrNone(parentId), subjectName(name))),
    );
  }

  judge(): void {
    this.#judged.forEach((_row, index) => this.#judgeWithParents(index));
  }

  /** Parents first; a list instead of recursion, since a file may be one chain of thousands. */
  #judgeWithParents(start: number): void {
    const waiting = [start];
    for (let index = waiting.at(-1); index !== undefined; index = waiting.at(-1)) {
      this.#open.add(index);
      const first = this.#candidates(index).find((row) => !this.#done.has(row) && !this.#open.has(row));
      if (first !== undefined && !this.#done.has(index)) {
        waiting.push(first);
        continue;
      }
      this.#settle(index);
      this.#open.delete(index);
      waiting.pop();
    }
  }

  /** Rows that may be the parent: by the whole typed text, else by the last name of a path. */
  #candidates(index: number): readonly number[] {
    const typed = this.#rows[index]?.cells.parent ?? "";
    if (typed === "") return [];
    const named = this.#rowsByName.get(subjectName(typed));
    return named ?? this.#rowsByName.get(subjectName(typed.split(STEP).at(-1) ?? "")) ?? [];
  }

  #settle(index: number): void {
    const own = this.#judged[index];
    if (own === undefined || own.verdict === "MALFORMED" || this.#done.has(index)) return;
    const parent = this.#findParent(own, index);
    this.#done.add(index);
    if (own.verdict !== "GOOD") return;
    if (parent !== null && "row" in parent) own.parentIndex = parent.row;
    else own.fields = { ...own.fields, parentId: parent?.project ?? null };
    this.#judgeName(own, index, parent);
  }

  /** The parent that a row names; null: none, or the row's verdict says why. */
  #findParent(own: Judged, index: number): Node | null {
    const { parentId } = own.fields;
    if (parentId !== null) {
      if (this.#projects.has(parentId)) return { project: parentId };
      deny(own, "UNKNOWN_PARENT", say("Portico knows no project {id} in this Cloud.", { id: parentId }));
      return null;
    }
    const typed = this.#rows[index]?.cells.parent ?? "";
    if (typed === "") return null;
    const named = this.#named(subjectName(typed), index);
    const found = named.length > 0 ? named : this.#alongPath(typed.split(STEP).map(subjectName), index);
    const [only] = found;
    if (found.length === 1 && only !== undefined) return only;
    const name = short(typed);
    const isRing =
      found.length === 0 && this.#candidates(index).some((row) => row !== index && this.#open.has(row));
    const detail = isRing
      ? say("The parents form a circle: each project is below the other.")
      : found.length === 0
        ? say("Nothing in this file or this Cloud is called “{name}”.", { name })
        : say(
            "Several projects are called “{name}”. Write the path, such as “{path}”, or the number in parent_id.",
            { name, path: short(this.#pathOf(found[0] ?? null)) },
          );
    deny(own, "UNKNOWN_PARENT", detail);
    return null;
  }

  /** Everything of this name, each once: a row that repeats another row or a project is replaced by it. */
  #named(name: string, below: number): readonly Node[] {
    let nodes = this.#nodes.get(name);
    if (nodes === undefined) {
      const rows = this.#rowsByName.get(name) ?? [];
      // A row waiting for this one cannot be its parent.
      const placed = rows.filter((row) => !this.#open.has(row));
      const all = [
        ...placed.map((row): Node => this.#same.get(row) ?? { row }),
        ...(this.#projectsByName.get(name) ?? []).map((project) => this.#insteadOf(project)),
      ];
      nodes = [...new Map(all.map((node) => [keyOf(node), node])).values()];
      if (rows.every((row) => this.#done.has(row))) this.#nodes.set(name, nodes);
    }
    return nodes.filter((node) => !("row" in node) || node.row !== below);
  }

  /** Everything that the last name of a path matches, with the path's other names above it. */
  #alongPath(path: readonly string[], below: number): readonly Node[] {
    const last = path.at(-1);
    if (path.length < 2 || last === undefined) return [];
    const above = path.slice(0, -1).toReversed();
    return this.#named(last, below).filter((node) => {
      let at = this.#parentOf(node);
      for (const name of above) {
        if (at === null || this.#nameOf(at) !== name) return false;
        at = this.#parentOf(at);
      }
      return true;
    });
  }

  /** If a person creates a new project of an existing name, children go into the new one. */
  #insteadOf(project: number): Node {
    const row = this.#instead.get(project);
    return row === undefined ? { project } : { row };
  }

  #judgeName(own: Judged, index: number, parent: Node | null): void {
    const name = this.#rowNames[index] ?? "";
    const key = keyUnder(parent, name);
    const first = this.#firsts.get(key);
    const existing = this.#projectsByName
      .get(name)
      ?.find((id) => keyUnder(projectOrNone(this.#projects.get(id)?.parentId ?? null), name) === key);
    if (this.#awaited.has(key)) {
      const detail = say(
        "A project of this name is being created, or its creation is uncertain. Settle that operation first.",
      );
      deny(own, "UNDER_WAY", detail);
    } else if (first !== undefined) {
      deny(own, "REPEATED", this.#repeats(this.#judged[first]?.line ?? 0, parent));
      this.#same.set(index, this.#same.get(first) ?? { row: first });
    } else if (existing !== undefined) {
      deny(own, "EXISTS", this.#exists(existing, parent));
    }
    applyChoice(own, this.#rows[index]?.chosen ?? null);
    if (own.verdict === "EXISTS" && existing !== undefined) {
      if (own.isIncluded) this.#instead.set(existing, index);
      else this.#same.set(index, { project: existing });
    }
    if (first === undefined) this.#firsts.set(key, index);
  }

  #repeats(line: number, parent: Node | null): Said {
    if (parent === null) return say("At the top, line {line} has this name already.", { line });
    const name = short(this.#shownName(parent));
    return say("Under “{name}”, line {line} has this name already.", { name, line });
  }

  #exists(id: number, parent: Node | null): Said {
    if (parent === null) return say("At the top, project {id} has this name already.", { id });
    const name = short(this.#shownName(parent));
    return say("Under “{name}”, project {id} has this name already.", { name, id });
  }

  #parentOf(node: Node): Node | null {
    if ("project" in node) return projectOrNone(this.#projects.get(node.project)?.parentId ?? null);
    const row = this.#judged[node.row];
    if (row === undefined) return null;
    return row.parentIndex === null ? projectOrNone(row.fields.parentId) : { row: row.parentIndex };
  }

  #nameOf(node: Node): string {
    return ("row" in node ? this.#rowNames[node.row] : this.#projectNames.get(node.project)) ?? "";
  }

  #shownName(node: Node): string {
    return ("row" in node ? this.#judged[node.row] : this.#projects.get(node.project))?.name ?? "";
  }

  #pathOf(node: Node | null): string {
    if (node === null) return "";
    const above = this.#parentOf(node);
    return above === null ? this.#shownName(node) : `${this.#shownName(above)} / ${this.#shownName(node)}`;
  }
}

function projectOrNone(project: number | null): Node | null {
  return project === null ? null : { project };
}

function keyOf(node: Node): string {
  return "row" in node ? `row ${String(node.row)}` : `project ${String(node.project)}`;
}

/** A name under a parent, in the form in which it is compared: a second project with this key would be a repetition. */
function keyUnder(parent: Node | null, name: string): string {
  return `${parent === null ? "" : keyOf(parent)}\n${name}`;
}
