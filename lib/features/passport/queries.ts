/**
 * The property passport for pages: a model's class with its columns, and the same class of another model of the Cloud to compare with.
 * Starts readings like the element table when no current one is stored; changes nothing at the service.
 */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { tryTo } from "#lib/core/log/try-to.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import type { TableDescription } from "#lib/elements/query/types.ts";
import { openElementTable, type ElementTable, type ElementQuery } from "#lib/features/elements/queries.ts";
import type { SnapshotView, ReadingView } from "#lib/features/elements/reading-views.ts";
import { describeTable } from "#lib/features/elements/table.ts";
import { listModels } from "#lib/features/models/queries.ts";
import type { ModelsList } from "#lib/features/models/schema.ts";
import { findVersionBefore, listChoices } from "./choices.ts";
import { comparePassports } from "./compare.ts";
import type { ModelChoice, ModelRef, PassportEntry } from "./schema.ts";

export type PassportQuery = Omit<ElementQuery, "moreClasses"> & { against: ModelRef | null };

/** A model's table of the class with its columns, or why it is not available now. */
export type PassportSide =
  | { state: "ready"; modelName: string; snapshot: SnapshotView; table: TableDescription }
  | { state: "reading"; modelName: string; reading: ReadingView }
  /** The table is being prepared, or the store is busy: it appears automatically. */
  | { state: "coming"; modelName: string; message: string }
  | { state: "absent"; modelName: string; message: string; reference: string | null };

export type PassportPage = {
  opened: ElementTable;
  /** null while `opened` has no table. */
  here: PassportSide | null;
  /** null: no comparison. */
  before: PassportSide | null;
  /** null until this model's side is ready, and the other's where one is wanted and possible. */
  entries: PassportEntry[] | null;
  /** Models of the project to compare with, newest first; empty also when the service does not list them now. */
  choices: ModelChoice[];
  /** The previous version, else the model that `findModelBefore` finds. */
  modelBefore: (ModelChoice & { isVersion: boolean }) | null;
};

/**
 * The passport of a class, compared when `against` is given. If the comparison fails, the passport is shown without it, with the reason.
 * @throws AppError NOT_FOUND when there is no such project or model
 */
export async function openPassport(actor: Actor, query: PassportQuery): Promise<PassportPage> {
  return describePassport(actor, query, await openElementTable(actor, query));
}

/** The same for a table already opened for this class. */
export async function describePassport(
  actor: Actor,
  { cloudId, projectId, modelId, against }: PassportQuery,
  opened: ElementTable,
): Promise<PassportPage> {
  requirePermission(actor, "portal:read");
  const nothing = { here: null, before: null, entries: null, choices: [], modelBefore: null };
  if (opened.state !== "open") return { opened, ...nothing };
  const list = await findModels(actor, projectId);
  const choices = listChoices(projectId, list, modelId);
  const version = findVersionBefore(choices, list, modelId);
  const found = version ?? findModelBefore(choices, { modelId, name: opened.modelName });
  const modelBefore = found === null ? null : { ...found, isVersion: version !== null };
  const here = await describeSide(actor, opened);
  const before =
    against === null || here.state === "absent"
      ? null
      : await openOther(actor, { cloudId, ...against, ifcClass: opened.ifcClass });
  return { opened, here, before, entries: entriesOf(here, before), choices, modelBefore };
}

function entriesOf(here: PassportSide, before: PassportSide | null): PassportEntry[] | null {
  if (here.state !== "ready") return null;
  if (before === null || before.state === "absent") return comparePassports(here.table, null);
  return before.state === "ready" ? comparePassports(here.table, before.table) : null;
}

async function openOther(
  actor: Actor,
  query: { cloudId: string; projectId: string; modelId: number; ifcClass: string },
): Promise<PassportSide> {
  try {
    return await describeSide(actor, await openElementTable(actor, query));
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.code === "NOT_FOUND")) throw thrown;
    const message = t("This Cloud has no such model. Choose another model to compare with.");
    return absent(t("Model {modelId}", { modelId: query.modelId }), message);
  }
}

const absent = (modelName: string, message: string, reference: string | null = null): PassportSide => ({
  state: "absent",
  modelName,
  message,
  reference,
});

async function describeSide(actor: Actor, opened: ElementTable): Promise<PassportSide> {
  if (opened.state === "serviceSilent") return absent(t("The model"), opened.message, opened.reference);
  if (opened.state === "notReady") {
    const message = t("The model’s state at the service is “{stateWords}”, so its elements cannot be read.", {
      stateWords: told(opened.model.stateWords),
    });
    return absent(opened.model.name, message);
  }
  const { modelName, table } = opened;
  switch (table.state) {
    case "reading":
      return { state: "reading", modelName, reading: table.reading };
    case "failed":
      return absent(modelName, table.message, table.reference);
    case "unknownClass":
    case "noElements":
      return absent(modelName, t("The model has no elements of this class."));
    case "ready": {
      const { snapshot } = table;
      const asked = await describeTable(actor, [snapshot.id]);
      switch (asked.state) {
        case "answered":
          return { state: "ready", modelName, snapshot, table: asked.answer };
        case "reading":
        case "preparing":
        case "busy":
          return { state: "coming", modelName, message: asked.message };
        case "expired":
        case "tooSlow":
          return absent(modelName, asked.message);
      }
    }
  }
}

/** Choices are optional: the passport is complete without them. */
async function findModels(actor: Actor, projectId: string): Promise<Pick<ModelsList, "models" | "older">> {
  const failed = "the models to compare with could not be listed";
  const found = await tryTo(() => listModels(actor, projectId), failed, { projectId });
  return found ?? { models: [], older: [] };
}

/**
 * The model before one without versions: the newest of those with a smaller number, preferably of the same name, since many people upload
 * the next state of a model under the same name.
 */
export function findModelBefore(
  choices: readonly ModelChoice[],
  model: { modelId: number; name: string },
): ModelChoice | null {
  const earlier = choices
    .filter(({ modelId }) => modelId < model.modelId)
    .sort((a, b) => b.modelId - a.modelId);
  return earlier.find(({ name }) => name === model.name) ?? earlier[0] ?? null;
}

const PROJECTS_MAX = 500;

/** Projects of a Cloud whose models can be compared with, by name; only the first ones where there are very many. */
export async function listProjectChoices(
  actor: Actor,
  cloudId: string,
): Promise<{ id: string; name: string }[]> {
  requirePermission(actor, "portal:read");
  return getDb().project.findMany({
    where: { cloudId: { in: [cloudId].filter(isId) }, missingSince: null },
    orderBy: [{ sortName: "asc" }, { id: "asc" }],
    take: PROJECTS_MAX,
    select: { id: true, name: true },
  });
}
