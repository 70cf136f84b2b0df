import "server-only";
import type { Actor, Permission } from "#lib/auth/actor.ts";
import { validation } from "#lib/core/errors.ts";
import { say, t } from "#lib/core/texts.ts";
import { columnIdSchema, readView } from "#lib/elements/query/address/address.ts";
import type { TableQuery } from "#lib/elements/query/types.ts";
import type { Asked } from "#lib/features/elements/table.ts";
import { defineRoute } from "./route.ts";

/** What the routes of an element table share: which readings, which rows, and how an answer or its absence is written. */
type TableQuestion = {
  snapshotIds: string[];
  query: TableQuery;
  /** Columns requested by id; null: all. */
  columns: readonly string[] | null;
  params: URLSearchParams;
};

/** Snapshot ids are in the address, joined with "."; the query is written as in the page's own address. */
function readQuestion(request: Request, { snapshotId }: { snapshotId: string }): TableQuestion {
  const params = new URL(request.url).searchParams;
  const { view, ignored } = readView(params);
  if (ignored.length > 0) {
    throw validation(
      {},
      say("These parts of the request could not be read: {parts}.", { parts: ignored.join(", ") }),
    );
  }
  return { snapshotIds: snapshotId.split("."), query: view, columns: view.columns, params };
}

/** A whole number from the address. @throws AppError VALIDATION */
export function numberIn(params: URLSearchParams, name: string, min: number, max: number): number {
  const text = params.get(name) ?? "";
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw validation({}, say("{name} is a whole number from {min} to {max}.", { name, min, max }));
}

/** The column of a request. @throws AppError VALIDATION */
export function columnIn(params: URLSearchParams): string {
  const column = columnIdSchema.safeParse(params.get("column"));
  if (!column.success) throw validation({}, say("Name a column by its id."));
  return column.data;
}

/** A route that asks element tables: `ask` gets what the address says. */
export function defineTableRoute(definition: {
  name: string;
  permission: Permission;
  ask: (question: TableQuestion, actor: Actor, signal: AbortSignal) => Promise<Asked<unknown>>;
}): (request: Request, context: { params: Promise<{ snapshotId: string }> }) => Promise<Response> {
  const { name, permission, ask } = definition;
  return defineRoute({
    name,
    permission,
    run: async (request, place, actor) =>
      answerQuestion(await ask(readQuestion(request, place), actor, request.signal)),
  });
}

/** The answer or, with the same status, why there is none yet, so that the page can wait or say what to do. */
function answerQuestion<T>(asked: Asked<T | null>): object {
  if (asked.state !== "answered") {
    const { state, message, progress } = asked;
    return { notReady: { reason: state, message, progress } };
  }
  if (asked.answer === null) {
    const message = t("This table does not have that column or row. Reload the page.");
    return { notReady: { reason: "expired", message, progress: null } };
  }
  return { answer: asked.answer };
}
