import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TokenActor } from "#lib/auth/personal-token.ts";
import { newId } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import { revokeToken } from "#lib/features/tokens/commands.ts";
import { deleteView } from "#lib/features/views/commands.ts";
import { LIVE_FORMATS, LIVE_VERSIONS, livePath, readLiveModel } from "#lib/features/views/live-address.ts";
import type { LiveFile } from "#lib/features/views/live.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { until } from "#tests/support/until.ts";
import { ELEMENTS, useElementPortal } from "./element-portal.ts";
import { textOf, tokenOf, useLiveDesk } from "./live-desk.ts";

const FIRE = { set: "Pset_DoorCommon", property: "FireRating" };
const NAME = { property: "Name" };

const portal = await useElementPortal("ac20-fzk-haus-ifc4.ifc");
const [modelId = 0] = portal.models;
const { save, open } = await useLiveDesk(portal, modelId);

async function fetchRows(viewId: string): Promise<{ live: LiveFile; heading: string[]; rows: string[][] }> {
  const live = await open(viewId);
  const [heading = [], ...rows]: string[][] = parse(await textOf(live));
  expect(rows).toHaveLength(live.body?.rows ?? -1);
  return { live, heading, rows };
}

test("several classes are one file that says each row's class; a class the model does not have is named", async () => {
  const viewId = await save({
    ifcClasses: ["IfcDoor", "IfcWindow", "IfcRailing", "IfcPile"],
    columns: [NAME, { pseudo: "class" }],
  });
  const { live, heading, rows } = await fetchRows(viewId);
  expect(heading).toEqual(["GlobalId", "IfcClass", "Name"]);
  expect([...new Set(rows.map(([, ifcClass]) => ifcClass))].slice(0, 2)).toEqual(["IfcDoor", "IfcWindow"]);
  expect(live.absentClasses).toContain("IfcPile");
});

test("a view of nothing that the model has is a heading without rows", async () => {
  const { heading, rows } = await fetchRows(await save({ ifcClasses: ["IfcPile"], columns: [NAME, FIRE] }));
  expect(heading).toEqual(["GlobalId", "Name", "Pset_DoorCommon.FireRating"]);
  expect(rows).toEqual([]);
});

test("columns stay where the view puts them when a model lacks them, and conditions on them mean what they say", async () => {
  const absent = { set: "Pset_Nowhere", property: "Colour" };
  const columns = [NAME, absent, { property: "Tag" }];
  const all = await fetchRows(await save({ columns }));
  expect(all.heading).toEqual(["GlobalId", "Name", "Pset_Nowhere.Colour", "Tag"]);
  expect(new Set(all.rows.map((row) => row[2]))).toEqual(new Set([""]));
  expect(all.live.absent).toEqual({ columns: ["Pset_Nowhere: Colour"], conditions: [] });
  const missing = await save({ columns, filters: [{ column: absent, op: "missing" }] });
  expect((await fetchRows(missing)).rows).toEqual(all.rows);
  const present = await save({ columns, filters: [{ column: absent, op: "contains", text: "red" }] });
  expect((await fetchRows(present)).rows).toEqual([]);
});

test("the entity tag stays while answer and view stay; a changed model is read anew, another view has another tag", async () => {
  const viewId = await save({ columns: [NAME] });
  const { etag } = await open(viewId, { withBody: false });
  expect(await open(viewId, { ifNoneMatch: `"other", W/${etag}` })).toMatchObject({
    outcome: "notModified",
    body: null,
  });
  const asked = portal.elementRequests();
  await getDb().snapshot.updateMany({ data: { modelVersion: "before" } });
  expect((await open(viewId, { ifNoneMatch: etag })).outcome).toBe("notModified");
  expect(portal.elementRequests()).toBe(asked + 1);
  const other = await save({ columns: [NAME], profile: "spreadsheets" });
  expect((await open(other, { ifNoneMatch: etag, withBody: false })).outcome).toBe("send");
});

test("a view for programs gives every text as it is; one for spreadsheets guards what would be a formula, and no number", async () => {
  const texts = ["=1+1", "-0.092", " -0.092", "-", "@x", "\t-5", "'a'"];
  const body = JSON.stringify(
    Object.fromEntries(
      texts.map((Name, i) => [`2O2Fr$t4X7Zf8N0000000${String(i)}`, { attributes: { Name } }]),
    ),
  );
  await getDb().snapshot.deleteMany({});
  portal.proxy.inject("GET", ELEMENTS, answer(200, body));
  const namesOf = async (profile: "programs" | "spreadsheets", delimiter: string): Promise<string[]> => {
    const text = await textOf(await open(await save({ columns: [NAME], profile })));
    const records: string[][] = parse(text, { bom: true, delimiter });
    return records.slice(1).map(([, name = ""]) => name);
  };
  expect(await namesOf("programs", ",")).toEqual(texts);
  const guarded = ["'=1+1", "-0.092", " -0.092", "-", "'@x", "'\t-5", "'a'"];
  expect(await namesOf("spreadsheets", ";")).toEqual(guarded);
  await getDb().snapshot.deleteMany({});
});

test("nothing is given to the wrong token, for another person's view, or for what is not there", async () => {
  const viewId = await save({ columns: [NAME] });
  const one = await tokenOf(portal.staff, viewId);
  expect(await codeOf(open(viewId, { withBody: false }, one))).toBe("none");
  expect(await codeOf(open("doors", {}, one))).toBe("FORBIDDEN");
  const stranger = await tokenOf(await portal.actor("ADMINISTRATOR"), "reading");
  expect(await codeOf(open(viewId, {}, stranger))).toBe("NOT_FOUND");
  for (const wrong of [{ projectId: newId() }, { modelId: 999_999 }, { viewId: newId() }, { viewId: "../x" }])
    expect(await codeOf(open(viewId, wrong))).toBe("NOT_FOUND");
  await deleteView(portal.staff, { viewId, version: 1 });
  expect(await codeOf(open(viewId, {}, one))).toBe("NOT_FOUND");
  await revokeToken(portal.staff, one.tokenId);
});

describe("one token has few files on their way at once", () => {
  let actor: TokenActor;
  let files: LiveFile[];

  beforeEach(async () => {
    actor = await tokenOf(portal.staff, "reading");
    files = await Promise.all([1, 2, 3, 4].map(() => open("walls", {}, actor)));
  });

  afterEach(async () => {
    for (const file of files) await file.body?.stream.cancel();
    await revokeToken(portal.staff, actor.tokenId);
  });

  test("the next one waits its turn, and is told to come back when there was none in time", async () => {
    const waiting = open("walls", {}, actor);
    await expect(open("walls", { waitMs: 0 }, actor)).rejects.toMatchObject({
      status: 503,
      details: { retryAfterSeconds: 10 },
    });
    await textOf(files.shift());
    const arrived = await waiting;
    expect((await textOf(arrived)).split("\r\n").length).toBe((arrived.body?.rows ?? 0) + 2);
  });

  test("a program that has gone waits no longer and takes nobody's turn", async () => {
    const gone = new AbortController();
    const left = codeOf(open("walls", { signal: gone.signal }, actor));
    const stays = open("walls", {}, actor);
    gone.abort();
    expect(await left).toBe("CANCELLED");
    await files.shift()?.body?.stream.cancel();
    await textOf(await stays);
  });

  test("a program that has gone before it reads a byte gives its place back", async () => {
    await files.shift()?.body?.stream.cancel();
    const gone = new AbortController();
    await open("walls", { signal: gone.signal }, actor);
    const stays = open("walls", {}, actor);
    gone.abort();
    await textOf(await stays);
  });

  test("a bounded number waits; the others are refused at once, with a time to come back", async () => {
    const gone = new AbortController();
    const refused: unknown[] = [];
    const asked = Array.from({ length: 40 }, () =>
      open("walls", { signal: gone.signal }, actor).catch((thrown: unknown) => refused.push(thrown)),
    );
    await until("those that cannot wait are refused", () => Promise.resolve(refused.length >= 8));
    expect(refused).toHaveLength(8);
    for (const error of refused)
      expect(error).toMatchObject({ status: 429, details: { retryAfterSeconds: 10 } });
    gone.abort();
    await Promise.all(asked);
    expect(refused).toHaveLength(40);
  });
});

test("what is not read in time is not replaced by something older; asking again finds it", async () => {
  const viewId = await save({ columns: [NAME] });
  await open(viewId, { withBody: false });
  await getDb().snapshot.updateMany({
    where: { modelVersion: { not: "before" } },
    data: { modelVersion: "somewhat later" },
  });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  portal.proxy.inject("GET", ELEMENTS, { kind: "hold", until: promise });
  await expect(open(viewId, { waitMs: 100 })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    details: { retryAfterSeconds: 10 },
  });
  resolve(null);
  expect((await open(viewId, { withBody: false })).absentClasses).toEqual([]);
});

test("while the service is silent, nothing is given, and the reason is its own", async () => {
  const viewId = await save({ columns: [NAME] });
  await open(viewId, { withBody: false });
  portal.proxy.inject("GET", /./, { kind: "resetBefore" }, 1_000);
  try {
    expect(await codeOf(open(viewId))).toMatch(/^(UPSTREAM|UPSTREAM_TIMEOUT|UNAVAILABLE)$/);
  } finally {
    portal.proxy.clear();
  }
});

test("a model that is being processed is waited for; one that failed is not", async () => {
  const viewId = await save({ columns: [NAME] });
  const { serviceModel } = portal.db;
  await serviceModel.update({ where: { id: modelId }, data: { status: "I" } });
  await expect(open(viewId, { waitMs: 0 })).rejects.toMatchObject({
    status: 503,
    details: { retryAfterSeconds: 30 },
  });
  const waiting = open(viewId, { withBody: false });
  await serviceModel.update({ where: { id: modelId }, data: { status: "C" } });
  expect((await waiting).outcome).toBe("send");
  await serviceModel.update({ where: { id: modelId }, data: { status: "E" } });
  expect(await codeOf(open(viewId))).toBe("CONFLICT");
  await serviceModel.update({ where: { id: modelId }, data: { status: "C" } });
});

test("the address of a model: what it is made of comes back, everything else is not there", () => {
  const model = { projectId: newId(), modelId: 9_007_199_254 };
  for (const format of LIVE_FORMATS)
    for (const version of LIVE_VERSIONS) {
      const segment =
        livePath("doors", { ...model, version }, format)
          .split("/")
          .at(-1) ?? "";
      expect(readLiveModel(segment)).toEqual({ ...model, version, format });
    }
  for (const segment of ["", "x.csv", `${model.projectId}-0.csv`, `${model.projectId}-9999999999999999.csv`])
    expect(() => readLiveModel(segment)).toThrow("This model was not found.");
  for (const ending of ["", ".xlsx", ".json", ".CSV", ".csv.gz"])
    expect(() => readLiveModel(`${model.projectId}-1${ending}`)).toThrow(
      `A live address ends in .csv, .ndjson or .parquet. This one ends in “${ending}”.`,
    );
});
