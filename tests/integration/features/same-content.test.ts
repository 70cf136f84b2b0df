/** The same bytes twice in a project: recognised for everything that went through Portico, and for nothing that was deleted since. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { uploadModel } from "#lib/features/models/commands.ts";
import { findSameContent } from "#lib/features/models/uploads/same-content.ts";
import type { SameContent } from "#lib/features/models/schema.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { formKey, pieces, usePortal } from "./portal.ts";

const portal = await usePortal();
const actor = await portal.actor();
const { cloudId } = await portal.makeCloud(actor, "Twins");
const make = async (name: string): Promise<string> =>
  (await portal.makeProject(actor, cloudId, name)).projectId;
const projectId = await make("Blok A");
const otherId = await make("Blok B");

const upload = (fileName: string, text: string, into = projectId): ReturnType<typeof uploadModel> =>
  uploadModel(actor, {
    key: formKey(),
    projectId: into,
    fileName,
    sizeBytes: Buffer.byteLength(text),
    content: pieces(text.slice(0, 5), text.slice(5)),
  });

const ask = (text: string, withHash = true, into = projectId): Promise<SameContent> =>
  findSameContent(actor, into, {
    bytes: Buffer.byteLength(text),
    ...(withHash ? { sha256: createHash("sha256").update(text).digest("hex") } : {}),
  });

test("a hash is asked for only where the size is known, and the same bytes are found under any name", async () => {
  const text = "ISO-10303-21; door 1";
  expect(await ask(text, false)).toEqual({ needsHash: false, same: [] });
  const { modelId } = await upload("first.ifc", text);
  expect(await ask(text, false)).toEqual({ needsHash: true, same: [] });
  expect(await ask(text)).toMatchObject({ same: [{ modelId, name: "first.ifc", by: actor.name }] });
  expect((await ask("ISO-10303-21; door 2")).same).toEqual([]);
  // Another project does not count.
  expect(await ask(text, true, otherId)).toEqual({ needsHash: false, same: [] });
});

test("whoever sends the same bytes all the same is told when they have arrived", async () => {
  const text = "ISO-10303-21; stair";
  const first = await upload("stair.ifc", text);
  expect(first.same).toEqual([]);
  const second = await upload("stair again.ifc", text);
  expect(second.operation.state).toBe("DONE");
  expect(second.same).toMatchObject([{ modelId: first.modelId, name: "stair.ifc" }]);
});

test("an upload whose outcome is unknown counts, one that provably did not arrive does not", async () => {
  const unsure = "ISO-10303-21; unsure";
  portal.proxy.inject("POST", /\/document$/, { kind: "resetAfter" });
  expect((await upload("unsure.ifc", unsure)).operation.state).toBe("UNKNOWN");
  expect((await ask(unsure)).same).toMatchObject([{ modelId: null, name: "unsure.ifc" }]);

  const full = "ISO-10303-21; no room";
  portal.proxy.inject("POST", /\/document$/, { kind: "answer", status: 402, body: '{"detail":"Full."}' });
  expect((await upload("full.ifc", full)).operation.state).toBe("REFUSED");
  expect((await ask(full)).same).toEqual([]);
});

test("a model that was deleted since is not named; where the service is silent the upload is", async () => {
  const text = "ISO-10303-21; gone tomorrow";
  const { modelId } = await upload("gone.ifc", text);
  portal.proxy.inject("GET", /\/ifc$/, { kind: "answer", status: 503, body: "{}" }, 20);
  expect((await ask(text)).same).toMatchObject([{ modelId, name: "gone.ifc" }]);
  portal.proxy.clear();
  await portal.service.db.serviceModel.delete({ where: { id: modelId ?? 0 } });
  expect((await ask(text)).same).toEqual([]);
});

test("nothing is said of a project that is not there", async () => {
  expect(await codeOf(ask("x", true, "0198c0de-0000-7000-8000-000000000000"))).toBe("NOT_FOUND");
});
