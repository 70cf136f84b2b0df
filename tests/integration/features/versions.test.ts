/**
 * Versions of a model: uploaded here, appearing, changing and disappearing at a service that keeps versions, and kept by the portal alone
 * where the service does not.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { listModels } from "#lib/features/models/queries.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { getNewestVersion, showVersions } from "#lib/features/models/versions.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { applyAccount, applyPresence, listSeries } from "#lib/features/versions/registry.ts";
import { signedWire } from "#tests/support/wire.ts";
import { formKey, pieces, usePortal } from "./portal.ts";

let projectId: string;

const DOCUMENT = /\/document$/;
const MODELS = /\/ifc$/;
const TEXT = "ISO-10303-21;";

const portal = await usePortal();
const actor = await portal.actor();
const colleague = await portal.actor("OPERATOR", "Bram Kuiper");
const credentials = await portal.service.register("versions");
const connectionId = await portal.addConnection("versions");
/** Another program of the same application. */
const elsewhere = await signedWire(portal.service.baseUrl, credentials);
const cloudId = (await createCloud(actor, { key: formKey(), connectionId, name: "Versions" })).cloudId ?? "";
beforeEach(async () => {
  ({ projectId } = await portal.makeProject(actor, cloudId, `Blok ${formKey()}`));
});

function send(
  fileName: string,
  replaces: number | null = null,
  { as = actor, key = formKey() } = {},
): ReturnType<typeof uploadModel> {
  return uploadModel(as, {
    key,
    projectId,
    fileName,
    sizeBytes: TEXT.length,
    content: pieces(TEXT),
    replaces,
  });
}

/** The model's id once its service has finished reading it, successfully or not. */
async function upload(
  fileName: string,
  replaces: number | null = null,
  status: "C" | "E" | "P" = "C",
): Promise<number> {
  const { modelId } = await send(fileName, replaces);
  if (modelId === null) throw new Error("the upload gave no model");
  await setStatus(modelId, status);
  return modelId;
}

async function setStatus(modelId: number, status: "C" | "E" | "P"): Promise<void> {
  await portal.db.serviceModel.update({ where: { id: modelId }, data: { status } });
}

async function documentOf(modelId: number): Promise<string> {
  const { documentId } = await portal.db.serviceModel.findUniqueOrThrow({ where: { id: modelId } });
  const { projectId: at, project } = await portal.db.serviceDocument.findUniqueOrThrow({
    where: { id: documentId ?? 0 },
    include: { project: true },
  });
  return `/cloud/${String(project.cloudId)}/project/${String(at)}/document/${String(documentId)}`;
}

/** Model and number of every known version, the last one first; versions that are gone appear by their number alone. */
async function history(): Promise<(string | number)[][]> {
  return (await listSeries(projectId)).map(({ versions }) =>
    versions.map(({ modelId, number, missingSince }) =>
      missingSince === null ? modelId : `${String(number)} gone`,
    ),
  );
}

const newest = async (modelId: number): Promise<number> =>
  (await getNewestVersion(actor, projectId, modelId)).modelId;

const listed = async (): Promise<[number, ModelView["state"], number | null][]> =>
  (await listModels(actor, projectId)).models.map(({ modelId, state, version }) => [
    modelId,
    state,
    version?.isNewest === true ? version.number : null,
  ]);

describe("uploading as a new version", () => {
  test("sends successor_of, and the series is known here and at the service", async () => {
    const first = await upload("tower.ifc");
    expect(await getNewestVersion(actor, projectId, first)).toEqual({ modelId: first, series: null });
    const second = await upload("tower.ifc", first);
    const third = await upload("tower, revised.ifc", second);
    expect(await history()).toEqual([[third, second, first]]);
    expect(await listed()).toEqual([[third, "ready", 3]]);
    for (const modelId of [first, second, third]) expect(await newest(modelId)).toBe(third);
    const [head] = (await elsewhere("GET", (await documentOf(third)).replace(/\/\d+$/, ""))).body as object[];
    expect(head).toMatchObject({ model_id: third, is_head_version: true, history_count: 2 });
    const seen = await showVersions(actor, projectId, first);
    expect(seen).toMatchObject({ number: 1, isNewest: false, newest: { modelId: third, number: 3 } });
    expect(
      seen?.versions.map(({ number, fileName, addedByName }) => [number, fileName, addedByName]),
    ).toEqual([
      [3, "tower, revised.ifc", "Sanne Verbeek"],
      [2, "tower.ifc", "Sanne Verbeek"],
      [1, "tower.ifc", "Sanne Verbeek"],
    ]);
  });

  test("a version on its way or failed is never the newest; people keep the one before it in their list", async () => {
    const first = await upload("tower.ifc");
    const second = await upload("tower.ifc", first, "P");
    expect(await newest(second)).toBe(first);
    expect(await listed()).toEqual([[second, "waiting", null], [first, "ready", 1]]); // oxfmt-ignore
    await setStatus(second, "E");
    const third = await upload("tower.ifc", second, "E");
    expect(await newest(first)).toBe(first);
    expect(await listed()).toEqual([
      [third, "failed", null],
      [second, "failed", null],
      [first, "ready", 1],
    ]);
    await setStatus(second, "C");
    expect(await newest(first)).toBe(second);
    await setStatus(third, "C");
    expect(await newest(first)).toBe(third);
    for (const modelId of [first, second, third]) await setStatus(modelId, "E");
    await expect(getNewestVersion(actor, projectId, first)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { retryAfterSeconds: 60 },
    });
  });

  test("a version that is processed again stays the newest on every page, and says so; programs get the one before", async () => {
    const first = await upload("tower.ifc");
    const second = await upload("tower.ifc", first);
    expect(await listed()).toEqual([[second, "ready", 2]]);
    await setStatus(second, "P");
    expect(await listed()).toEqual([[second, "waiting", 2], [first, "ready", null]]); // oxfmt-ignore
    const [ofSecond, ofFirst] = [
      await showVersions(actor, projectId, second),
      await showVersions(actor, projectId, first),
    ];
    const there = { newest: { modelId: second, number: 2, isReady: false } };
    expect(ofSecond).toMatchObject({ ...there, isNewest: true, standing: "processedAgain" });
    expect(ofFirst).toMatchObject({ ...there, isNewest: false, standing: "notNewest" });
    expect(await newest(second)).toBe(first);
    await setStatus(second, "E");
    expect(await showVersions(actor, projectId, second)).toMatchObject({ standing: "notReady" });
    expect(await listed()).toEqual([[second, "failed", null], [first, "ready", 1]]); // oxfmt-ignore
    await setStatus(second, "C");
    expect(await showVersions(actor, projectId, second)).toMatchObject({ standing: "newest" });
  });

  test("the same form sent again is the same version", async () => {
    const first = await upload("tower.ifc");
    const key = formKey();
    const once = await send("tower.ifc", first, { key });
    const again = await send("tower.ifc", first, { key });
    expect(again.operation.id).toBe(once.operation.id);
    expect((await history())[0]).toHaveLength(2);
  });

  test("a model that is not there cannot be replaced: nothing is sent", async () => {
    await expect(send("tower.ifc", 2_147_483_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(send("tower.ifc", 0.5)).rejects.toMatchObject({ code: "VALIDATION" });
    expect(portal.proxy.received.filter(({ path }) => DOCUMENT.test(path))).toEqual([]);
  });
});

describe("two people at the same moment", () => {
  test("one of them is told who was first; there is one next version", async () => {
    const first = await upload("tower.ifc");
    const both = await Promise.allSettled([
      send("tower.ifc", first),
      send("tower of Bram.ifc", first, { as: colleague }),
    ]);
    const refused = both.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      reason: { code: "CONFLICT", message: expect.stringMatching(/Sanne Verbeek|Bram Kuiper/) },
    });
    expect((await history())[0]).toHaveLength(2);
  });

  test("whoever chose before somebody else was done is told which version came in between", async () => {
    const first = await upload("tower.ifc");
    const second = await upload("tower.ifc", first);
    await expect(send("mine.ifc", first, { as: colleague })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(
        "Sanne Verbeek uploaded version 2, “tower.ifc”, in the meantime. Nothing was sent.",
      ),
      details: { href: `/clouds/${cloudId}/projects/${projectId}/models/${String(second)}` },
    });
    expect((await history())[0]).toHaveLength(2);
  });

  test("a model that another upload has made is not offered, whichever number its document has", async () => {
    const first = await upload("tower.ifc");
    await portal.db.operation.updateMany({
      where: { kind: "UPLOAD", title: "tower.ifc", state: "DONE" },
      data: { result: { serviceId: 900_001, modelId: first } },
    });
    portal.proxy.inject("POST", DOCUMENT, { kind: "resetAfter" });
    const { operation } = await send("tower.ifc", first);
    const { candidates } = await findCandidates(actor, operation.id);
    expect(candidates).toHaveLength(1);
    expect(candidates[0]?.serviceId).not.toBe(first);
    const claim = { id: operation.id, decision: "exists", serviceId: first, note: "It is this one" } as const;
    await expect(settleOperation(actor, claim)).rejects.toMatchObject({ code: "VALIDATION" });
  });

  test("while one is uncertain the next is not sent; the settled one is the version", async () => {
    const first = await upload("tower.ifc");
    portal.proxy.inject("POST", DOCUMENT, { kind: "resetAfter" });
    const { operation } = await send("tower.ifc", first);
    expect(operation.state).toBe("UNKNOWN");
    await expect(send("mine.ifc", first, { as: colleague })).rejects.toMatchObject({ code: "CONFLICT" });
    const { candidates } = await findCandidates(actor, operation.id);
    expect(candidates).toHaveLength(1);
    const serviceId = candidates[0]?.serviceId ?? 0;
    const note = "Looked at the list of models";
    await settleOperation(actor, { id: operation.id, decision: "exists", serviceId, note });
    expect(await history()).toEqual([[serviceId, first]]);
    // Its successor may be there before it is settled: it is still found.
    portal.proxy.inject("POST", DOCUMENT, { kind: "resetAfter" });
    const uncertain = await send("hidden.ifc", serviceId);
    const hidden = (await findCandidates(actor, uncertain.operation.id)).candidates[0]?.serviceId ?? 0;
    await upload("after it.ifc", hidden);
    const found = await findCandidates(actor, uncertain.operation.id);
    expect(found.candidates.map((candidate) => candidate.serviceId)).toEqual([hidden]);
  });
});

describe("at a service that keeps versions", () => {
  async function uploadElsewhere(successorOf: number): Promise<number> {
    const path = await documentOf(successorOf);
    const form = new FormData();
    form.append("name", "from elsewhere.ifc");
    form.append("successor_of", path.split("/").at(-1) ?? "");
    form.append("file", new Blob([TEXT]), "from elsewhere.ifc");
    const answer = await elsewhere("POST", path.replace(/\/\d+$/, ""), form);
    const { model_id: modelId } = answer.body as { model_id: number };
    await setStatus(modelId, "C");
    return modelId;
  }

  test("versions that appear there are versions here, with their names", async () => {
    const first = await upload("tower.ifc");
    const second = await uploadElsewhere(first);
    expect(await newest(first)).toBe(second);
    const third = await upload("tower.ifc", second);
    const fourth = await uploadElsewhere(third);
    expect(await newest(second)).toBe(fourth);
    expect(await history()).toEqual([[fourth, third, second, first]]);
    const names = (await showVersions(actor, projectId, fourth))?.versions;
    expect(names?.map(({ number, fileName, addedByName }) => [number, fileName, addedByName])).toEqual([
      [4, "from elsewhere.ifc", null],
      [3, "tower.ifc", "Sanne Verbeek"],
      [2, "from elsewhere.ifc", null],
      [1, "tower.ifc", "Sanne Verbeek"],
    ]);
  });

  test("its history is asked for when it has changed, and not for every list", async () => {
    const first = await upload("tower.ifc");
    await upload("tower.ifc", first);
    await listModels(actor, projectId);
    portal.proxy.clear();
    for (let times = 0; times < 3; times += 1) await listModels(actor, projectId);
    const paths = portal.proxy.received.map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith("/history"))).toEqual([]);
    expect(paths.filter((path) => MODELS.test(path))).toHaveLength(3);
  });

  test("a deleted version is gone, also the last one; its number is not given again", async () => {
    const first = await upload("tower.ifc");
    const second = await upload("tower.ifc", first);
    const third = await upload("tower.ifc", second);
    await elsewhere("DELETE", await documentOf(third));
    expect(await newest(third)).toBe(second);
    await elsewhere("DELETE", await documentOf(first));
    const fourth = await upload("tower.ifc", second);
    expect(await newest(first)).toBe(fourth);
    const seen = await showVersions(actor, projectId, fourth);
    expect(seen?.versions.map(({ number, isGone }) => [number, isGone]).toSorted()).toEqual([
      [1, true],
      [2, false],
      [3, true],
      [4, false],
    ]);
    // Deleted while it is asked about, and before anybody has looked at the list.
    await elsewhere("DELETE", await documentOf(fourth));
    await elsewhere("DELETE", await documentOf(second));
    await expect(getNewestVersion(actor, projectId, first)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("an older one that is made the head there is the newest here; one that leaves is a model of its own", async () => {
    const first = await upload("tower.ifc");
    const second = await upload("tower.ifc", first);
    const third = await upload("tower.ifc", second);
    const [path, firstPath] = [await documentOf(third), await documentOf(first)];
    const at = (from: string): string => from.split("/").at(-1) ?? "";
    await elsewhere("POST", `${path}/history/${at(firstPath)}/head-version`);
    expect(await newest(second)).toBe(first);
    expect(await history()).toEqual([[first, third, second]]);
    await elsewhere("POST", `${firstPath}/history/${at(path)}/leave`);
    expect(await listed()).toEqual([[third, "ready", null], [first, "ready", 1]]); // oxfmt-ignore
    expect(await getNewestVersion(actor, projectId, third)).toEqual({ modelId: third, series: null });
    expect(await newest(second)).toBe(first);
  });
});

describe("at a service that keeps no versions", () => {
  /** As the embedded service would answer without versions: every model is listed, and nothing is said about heads. */
  async function withoutVersions(): Promise<void> {
    const { serviceId } = await portal.db.project.findUniqueOrThrow({ where: { id: projectId } });
    const rows = await portal.db.serviceModel.findMany({ where: { projectId: Number(serviceId) } });
    const body = rows.map(({ id, name, status }) => ({ id, name, status, type: "IFC" }));
    portal.proxy.inject("GET", MODELS, { kind: "answer", status: 200, body: JSON.stringify(body) }, 50);
  }

  test("the portal keeps the series itself", async () => {
    const first = await upload("tower.ifc");
    await withoutVersions();
    const second = await upload("tower.ifc", first);
    portal.proxy.clear();
    await withoutVersions();
    const third = await upload("tower.ifc", second, "P");
    portal.proxy.clear();
    await withoutVersions();
    // The list that was read right after the upload, about files of the same bytes, was from before it.
    await listModels(actor, projectId);
    expect(await history()).toEqual([[third, second, first]]);
    expect(await newest(first)).toBe(second);
    const { models, older } = await listModels(actor, projectId);
    expect(models.map(({ modelId, version }) => [modelId, version?.number, version?.leads])).toEqual([
      [third, 3, false],
      [second, 2, true],
      [first, 1, false],
    ]);
    expect(older.map(({ versions }) => versions.map(({ modelId }) => modelId))).toEqual([[first]]);
    const sent = await portal.db.operation.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    expect(sent.body).toMatchObject({ replaces: second, successor_of: null });
  });

  test("a model that its list has no more is gone, and back when the list has it again", async () => {
    const first = await upload("tower.ifc");
    const second = await upload("tower.ifc", first);
    const only = (...ids: number[]): void => {
      const body = JSON.stringify(ids.map((id) => ({ id, status: "C", type: "IFC" })));
      portal.proxy.clear();
      portal.proxy.inject("GET", MODELS, { kind: "answer", status: 200, body }, 10);
    };
    only(first);
    expect(await newest(second)).toBe(first);
    expect(await history()).toEqual([["2 gone", first]]);
    only(first, second);
    expect(await newest(first)).toBe(second);
    expect(await history()).toEqual([[second, first]]);
  });
});

test("what was read at the service before a version was added changes nothing of the series", async () => {
  const first = await upload("tower.ifc");
  const second = await upload("tower.ifc", first);
  const known = await listSeries(projectId);
  const third = await upload("tower.ifc", second);
  const [series] = known;
  const facts = { documentId: null, fileName: "tower.ifc", addedAt: null, kept: null };
  const account = { mark: "old", versions: [first, second].map((modelId) => ({ modelId, ...facts })) };
  expect(await applyAccount(projectId, account, new Set([second]), known)).toBe(false);
  await applyPresence(projectId, [{ seriesId: series?.id ?? "", gone: [second], back: [] }], known);
  expect(await history()).toEqual([[third, second, first]]);
  expect(await newest(first)).toBe(third);
});
