/**
 * One page of a project's models: searched, filtered, sorted, and cut. A service lists all its models at once, so this works on that list;
 * only the page leaves the server. Pure; must not read or write anything.
 */
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { DISMISS_MAX, hasFailed } from "../rules.ts";
import { MODEL_SHOWN, type ModelListQuery, type ModelShown, type ModelSort } from "../list-query.ts";
import type { FailedModel, ModelsShown, ModelView, SuccessionChoice } from "../schema.ts";
import { leadingFirst } from "../state.ts";

/** Models on a page; the versions of one series count as one. */
const ROWS_MAX = 50;
/** Models offered for replacement by a new file; a model with the file's name is found among all. */
const CHOICES_MAX = 200;

/** One entry of the list: a model, or the versions of a series that are not folded. */
type Group = { first: ModelView; rows: ModelView[] };

/** The value to sort by, and the largest of its numbers, which makes the position unique. */
type Key = [value: string | number, number: number];

/** The requested page; a cursor of another order starts at the beginning. */
export function pageOfModels(list: ModelsShown, query: ModelListQuery) {
  const dismissed = new Set(list.dismissed.map(({ modelId }) => modelId));
  const searched = searchIn(list, query.search);
  const shown = searched.filter((model) => isShown(model, query.shown, dismissed));
  const { sort } = query;
  const sign = DESCENDING.includes(sort) ? -1 : 1;
  const groups = toGroups(leadingFirst(shown, list.older))
    .map((group) => ({ ...group, key: keyOf(sort, group) }))
    .toSorted((a, b) => sign * compare(a.key, b.key));
  const place = readPlace(query);
  const found = place === null ? 0 : groups.findIndex(({ key }) => sign * compare(key, place) > 0);
  const from = found === -1 ? groups.length : found;
  const page = groups.slice(from, from + ROWS_MAX);
  const last = page.at(-1);
  const rows = page.flatMap((group) => group.rows);
  const ids = new Set(rows.map(({ modelId }) => modelId));
  const series = new Set(rows.map(({ version }) => version?.seriesId));
  const choices = list.models.filter(isReplaceable);
  const failed = list.models.filter((model) => hasFailed(model) && !dismissed.has(model.modelId));
  return {
    rows,
    /** For the series on this page. */
    older: list.older.filter(({ seriesId }) => series.has(seriesId)),
    /** For the rows of this page. */
    dismissed: list.dismissed.filter(({ modelId }) => ids.has(modelId)),
    /** Cursor of the next page; null at the end. */
    next:
      last !== undefined && groups.length > from + ROWS_MAX
        ? writeCursor([sort, ...last.key.map(String)])
        : null,
    /** Number of all models, regardless of filters. */
    total: list.models.length,
    /** Counts of the models that match the search. */
    counts: countsOf(searched, dismissed),
    /** The newest models that a file may replace; one with the file's name is found among all. */
    choices: choices.slice(0, CHOICES_MAX).map(toChoice),
    /** Failed models that nobody has dismissed, at most as many as one press dismisses. */
    failed: failed.slice(0, DISMISS_MAX).map(toFailed),
    failedTotal: failed.length,
    isChanging: list.isChanging,
    trouble: list.trouble,
    /** ISO 8601 */
    readAt: list.readAt.toISOString(),
  };
}

/** What the page of a project shows of its models (listing.ts). */
export type ModelsPage = ReturnType<typeof pageOfModels>;

/** The model that has the name of a file, suggested as the one to replace. */
export function findNamed(models: readonly ModelView[], fileName: string): SuccessionChoice | null {
  const wanted = subjectName(fileName);
  const found = models.find(
    (model) =>
      isReplaceable(model) &&
      [model.name, model.fileName].some((known) => known !== null && subjectName(known) === wanted),
  );
  return found === undefined ? null : toChoice(found);
}

/** The last version of each series, and models without a series. */
function isReplaceable({ type, version }: ModelView): boolean {
  return (type === null || type === "IFC") && version?.isLast !== false;
}

function toChoice({ modelId, name, version }: ModelView): SuccessionChoice {
  return { modelId, name, nextNumber: (version?.number ?? 1) + 1 };
}

function toFailed({ modelId, name, errors: [error] }: ModelView): FailedModel {
  return { modelId, name, error: error ?? null };
}

/** The models that match, and those of a series of which any version does: older ones are folded under them. */
function searchIn({ models, older }: ModelsShown, search: string): ModelView[] {
  const matching = new Set(models.filter((model) => isSearched(model, search)));
  const series = new Set([
    ...[...matching].flatMap(({ version }) => version?.seriesId ?? []),
    ...older.flatMap(({ seriesId, versions }) =>
      versions.some((version) => isSearched({ ...version, name: "" }, search)) ? seriesId : [],
    ),
  ]);
  return models.filter((model) => matching.has(model) || series.has(model.version?.seriesId ?? ""));
}

type Named = Pick<ModelView, "modelId" | "name" | "fileName">;

/** Each word must occur in a name; a whole number also matches the number at the service. */
function isSearched({ modelId, name, fileName }: Named, search: string): boolean {
  const wanted = subjectName(search);
  if (wanted === "" || wanted === String(modelId)) return true;
  const names = subjectName(`${name} ${fileName ?? ""}`);
  return wanted.split(" ").every((word) => names.includes(word));
}

function isShown(model: ModelView, shown: ModelShown, dismissed: ReadonlySet<number>): boolean {
  const isDismissed = dismissed.has(model.modelId);
  switch (shown) {
    case "current":
      return !isDismissed;
    case "ready":
      return model.state === "ready" || model.state === "unstated";
    case "working":
      return model.state === "waiting" || model.state === "running";
    case "failed":
      return hasFailed(model) && !isDismissed;
    case "dismissed":
      return isDismissed;
  }
}

function countsOf(models: readonly ModelView[], dismissed: ReadonlySet<number>): Record<ModelShown, number> {
  const counts = MODEL_SHOWN.map((shown): [ModelShown, number] => [
    shown,
    models.filter((model) => isShown(model, shown, dismissed)).length,
  ]);
  return Object.fromEntries(counts) as Record<ModelShown, number>;
}

/** Groups in their order of appearance. */
function toGroups(rows: readonly ModelView[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const before = groups.at(-1);
    const seriesId = row.version?.seriesId;
    if (before !== undefined && seriesId !== undefined && before.first.version?.seriesId === seriesId)
      before.rows.push(row);
    else groups.push({ first: row, rows: [row] });
  }
  return groups;
}

const FIELDS = {
  newest: "number",
  oldest: "number",
  name: "name",
  "-name": "name",
  changed: "changed",
  "-changed": "changed",
  size: "size",
  "-size": "size",
} as const satisfies Record<ModelSort, string>;

/** Orders that start with the largest value. */
const DESCENDING: readonly ModelSort[] = ["newest", "-name", "changed", "size"];

function keyOf(sort: ModelSort, { first, rows }: Group): Key {
  const number = Math.max(...rows.map(({ modelId }) => modelId));
  const field = FIELDS[sort];
  // A series has the position of its last version.
  if (field === "number") return [number, number];
  if (field === "name") return [subjectName(first.name), number];
  return [field === "size" ? (first.fileBytes ?? -1) : (first.updatedAt ?? ""), number];
}

function compare([a, aNumber]: Key, [b, bNumber]: Key): number {
  if (a === b) return aNumber - bNumber;
  return a < b ? -1 : 1;
}

/** The position of a cursor in this order; null: no cursor, or one of another order. */
function readPlace({ sort, after }: ModelListQuery): Key | null {
  const [madeFor, text = "", number = ""] = readCursor(after, 3) ?? [];
  if (madeFor !== sort || !/^\d{1,15}$/.test(number)) return null;
  const isText = FIELDS[sort] === "name" || FIELDS[sort] === "changed";
  const value = isText ? text : Number(text);
  return Number.isNaN(value) ? null : [value, Number(number)];
}
