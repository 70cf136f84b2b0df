import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { startS3Store } from "#tests/support/s3-store.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { useExportDesk } from "../features/export-desk.ts";

// Before the desk is set up, because the desk opens the file store that the environment names.
const store = await startS3Store(await useScratchFolder("s3-portal"));
Object.assign(process.env, store.variables);
afterAll(() => store.stop());

const { portal, modelId, openTable, start, ended, download } = await useExportDesk();

async function namesBelow(place: string): Promise<string[]> {
  return (await store.names()).filter((name) => name.startsWith(`here/${place}/`));
}

test("tables and exports live in the bucket: read, opened again, exported, downloaded, and cleared away", async () => {
  const snapshotId = await openTable();
  expect(await namesBelow(`snapshots/${snapshotId}`)).not.toEqual([]);
  expect(await openTable()).toBe(snapshotId);

  const run = await ended(await start(snapshotId));
  expect(run).toMatchObject({ state: "DONE", hasFile: true, failure: null });
  expect(await namesBelow("exports")).toHaveLength(2);
  const bytes = await download(run);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(run.sha256);
  const answer = JSON.parse(await portal.askService(modelId, "IfcDoor")) as Record<string, unknown>;
  expect(run.rowsTotal).toBe(Object.keys(answer).length);
});

test("what the test before left is cleared away by the sweeps, like on a disk", async () => {
  expect(await namesBelow("snapshots")).toEqual([]);
  expect(await namesBelow("exports")).toEqual([]);
});
