import { afterEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { dismissModels } from "#lib/features/models/dismissals.ts";
import { showModels } from "#lib/features/models/queries.ts";
import { dismissModelsSchema } from "#lib/features/models/schema.ts";
import { countAttention } from "#lib/core/attention.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { getFigures } from "#lib/features/overview/figures.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { usePortal } from "./portal.ts";

const MODELS = /\/ifc$/;
const FAILED = { status: "E", type: "IFC", updated_at: "2026-11-01T08:00:00Z", errors: ["It was cut off."] };

const portal = await usePortal();
const staff = await portal.actor("OPERATOR", "Sanne Verbeek");
const { cloudId } = await portal.makeCloud(staff, "Riem");
const { projectId } = await portal.makeProject(staff, cloudId, "Haus A");
afterEach(() => portal.db.modelDismissal.deleteMany());

type Listed = { id: number; name?: string } & Partial<typeof FAILED>;

/** What the service says of its models at the next request. */
function answers(...models: Listed[]): void {
  const body = JSON.stringify(models.map((model) => ({ name: `M${String(model.id)}.ifc`, ...model })));
  portal.proxy.inject("GET", MODELS, answer(200, body));
}

/** The project's page is opened while the service says this. */
async function look(...models: Listed[]) {
  answers(...models);
  const { dismissed } = await showModels(staff, projectId);
  const waiting = (await listAttention(portal.db)).filter(({ kind }) => kind === "model");
  return { dismissed: dismissed.map(({ modelId }) => modelId), waiting: countAttention(waiting) };
}

async function press(to: "dismiss" | "show", said: Listed[], ...ids: number[]) {
  if (to === "dismiss") answers(...said);
  return dismissModels(staff, { to, models: ids.map((modelId) => ({ projectId, modelId })) });
}

const one: Listed = { id: 1, ...FAILED };
const two: Listed = { id: 2, ...FAILED };

test("failed models are put away, several at once: they wait for nobody, and their service is told nothing", async () => {
  expect(await look(one, two, { id: 3, ...FAILED, status: "C" })).toEqual({ dismissed: [], waiting: 2 });
  expect((await getFigures()).models).toMatchObject({ failed: 2, putAway: 0 });
  const done = await press("dismiss", [one, two, { id: 3, ...FAILED, status: "C" }], 1, 2, 3);
  expect(done).toEqual({ changed: 2, left: 1 });
  expect(await look(one, two)).toEqual({ dismissed: [1, 2], waiting: 0 });
  expect((await getFigures()).models).toMatchObject({ failed: 0, putAway: 2 });
  expect(new Set(portal.proxy.received.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

test("each is recorded in the audit, with who did it and which failure it was; undone, so is that", async () => {
  await press("dismiss", [one, two], 1, 2);
  // Dismissing twice is the same as once.
  expect(await press("dismiss", [one, two], 1, 2)).toEqual({ changed: 2, left: 0 });
  expect(await press("show", [], 2)).toEqual({ changed: 1, left: 0 });
  expect(await look(one, two)).toEqual({ dismissed: [1], waiting: 1 });
  const ofBoth = { objectType: "model", objectId: { in: [`${projectId}~1`, `${projectId}~2`] } };
  const rows = (await portal.audited(ofBoth)).slice(-3).toReversed();
  const after = { name: "M2.ifc", error: "It was cut off.", failedAt: FAILED.updated_at };
  expect(rows.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["model.show-again", "Sanne Verbeek"],
    ["model.dismiss", "Sanne Verbeek"],
    ["model.dismiss", "Sanne Verbeek"],
  ]);
  expect(rows[0]?.after).toEqual(after);
  const names = rows.map((row) => (row.after as { name: string }).name);
  expect(names.toSorted()).toEqual(["M1.ifc", "M2.ifc", "M2.ifc"]);
});

test("a model that fails anew is back by itself", async () => {
  await press("dismiss", [one], 1);
  expect(await look({ ...one, updated_at: "2026-11-02T08:00:00Z" })).toEqual({ dismissed: [], waiting: 1 });
});

test("it is back even where the service states no times, once it was seen in another state", async () => {
  const timeless: Listed = { id: 1, status: "E", type: "IFC", errors: FAILED.errors };
  await press("dismiss", [timeless], 1);
  expect(await look(timeless)).toEqual({ dismissed: [1], waiting: 0 });
  expect(await look({ id: 1, status: "I", type: "IFC" })).toEqual({ dismissed: [], waiting: 0 });
  expect(await look(timeless)).toEqual({ dismissed: [], waiting: 1 });
});

test("while the service is silent, what was put away stays so, and more can be put away of what it said last", async () => {
  await look(one, two);
  await press("dismiss", [one, two], 1);
  portal.proxy.inject("GET", MODELS, { kind: "resetBefore" }, 50);
  const models = [{ projectId, modelId: 2 }];
  expect(await dismissModels(staff, { to: "dismiss", models })).toEqual({ changed: 1, left: 0 });
  expect((await showModels(staff, projectId)).dismissed.map(({ modelId }) => modelId)).toEqual([1, 2]);
});

test("who may not, is refused; what has not failed or is not there is not put away", async () => {
  const viewer = await portal.actor("VIEWER");
  const models = [{ projectId, modelId: 1 }];
  expect(await codeOf(dismissModels(viewer, { to: "dismiss", models }))).toBe("FORBIDDEN");
  expect(await codeOf(dismissModels(viewer, { to: "show", models }))).toBe("FORBIDDEN");
  expect(await codeOf(press("dismiss", [{ ...one, status: "C" }], 1))).toBe("CONFLICT");
  expect(await codeOf(press("dismiss", [one], 9))).toBe("NOT_FOUND");
  expect(await codeOf(press("show", [], 9))).toBe("NOT_FOUND");
  const nowhere = [{ projectId: newId(), modelId: 1 }];
  expect(await codeOf(dismissModels(staff, { to: "dismiss", models: nowhere }))).toBe("NOT_FOUND");
  expect(await portal.db.modelDismissal.count()).toBe(0);
});

test("a form names its models one or many, each once; nonsense is refused", () => {
  const ref = `${newId()}~7`;
  expect(dismissModelsSchema.parse({ models: ref, to: "dismiss" }).models).toHaveLength(1);
  expect(dismissModelsSchema.parse({ models: [ref, ref], to: "show" }).models).toHaveLength(1);
  for (const models of [undefined, [], "7", `${ref}.5`, Array.from({ length: 201 }, () => ref)])
    expect(dismissModelsSchema.safeParse({ models, to: "dismiss" }).success).toBe(false);
});
