/** The job tray's single answer: everything that a person has running or has just finished, of any kind, and nothing of anybody else. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import type { ExportState } from "#lib/db/client.ts";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import { listMyWork } from "#lib/features/work/queries.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";
import { addRows } from "#tests/support/add-rows.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { askUntil } from "#tests/support/until.ts";
import { useListDesk } from "./list-desk.ts";
import { formKey, pieces } from "./portal.ts";

let sanne: Actor;

const desk = await useListDesk();
const { portal } = desk;
const later = useMovedClock();
beforeEach(async () => {
  sanne = await portal.actor();
});

const makeProject = async () =>
  (await portal.makeProject(sanne, desk.cloudId(), `Blok ${formKey().slice(0, 6)}`)).projectId;

async function putRun(
  projectId: string,
  actor: Actor,
  state: ExportState,
  more: { failure?: string; bulk_id?: string } = {},
): Promise<string> {
  const id = newId();
  const isOver = ["DONE", "FAILED", "CANCELLED"].includes(state);
  const of = {
    project_id: projectId,
    actor_id: actor.staffId,
    model_name: "KZN-C-ARC.ifc",
    ifc_class: "IfcDoor",
    profile: "programs",
  };
  const rows = { rows_done: 120, rows_total: 214, ended_at: isOver ? new Date() : null };
  await addRows(portal.service.databaseUrl, [["export_run", { id, state, ...of, ...rows, ...more }]]);
  return id;
}

async function work(actor: Actor = sanne): Promise<WorkItem[]> {
  return (await listMyWork(actor)).items;
}

describe("exports", () => {
  test("the running one first with its figures, then what ended, with the reason of a failure; not other people's", async () => {
    const projectId = await makeProject();
    const other = await portal.actor("OPERATOR", "Pieter de Groot");
    await putRun(projectId, sanne, "FAILED", { failure: "The service closed the answer." });
    const running = await putRun(projectId, sanne, "WRITING");
    await putRun(projectId, other, "WRITING");
    const items = await work();
    expect(items.map(({ kind, tone, words }) => [kind, tone, words])).toEqual([
      ["export", "progress", "Writing"],
      ["export", "bad", "Failed. The service closed the answer."],
    ]);
    expect(items[0]).toMatchObject({
      id: `export-${running}`,
      title: "Export of doors from KZN-C-ARC.ifc",
      isRunning: true,
      done: 120,
      total: 214,
      href: "/exports",
      endedAt: null,
    });
    expect(await work(other)).toHaveLength(1);
  });

  test("what ended more than a day ago is not shown", async () => {
    const projectId = await makeProject();
    await putRun(projectId, sanne, "DONE");
    await putRun(projectId, sanne, "READING");
    later(25 * 3_600_000);
    expect((await work()).map(({ words }) => words)).toEqual(["Reading"]);
  });

  test("a bulk export is one, by the count of its parts, and says how many failed", async () => {
    const projectId = await makeProject();
    const bulkId = newId();
    const run = { id: bulkId, cloud_id: desk.cloudId(), classes: ["IfcDoor", "IfcWindow"], models: 2 };
    const actor_id = sanne.staffId;
    await addRows(portal.service.databaseUrl, [["bulk_run", { ...run, left_out: "[]", actor_id }]]);
    await putRun(projectId, sanne, "FAILED", { bulk_id: bulkId });
    const part = await putRun(projectId, sanne, "WRITING", { bulk_id: bulkId });
    expect(await work()).toMatchObject([
      { kind: "bulk", title: "Bulk export of doors, windows", isRunning: true, done: 1, total: 2 },
    ]);
    await portal.db.exportRun.update({ where: { id: part }, data: { state: "DONE", endedAt: new Date() } });
    expect(await work()).toMatchObject([
      { tone: "warn", words: "Done, but 1 of 2 models failed", isRunning: false, done: null },
    ]);
    // A file that was never tried is missing just the same.
    const left = { projectName: "Blok C", modelId: 9, modelName: "dak.ifc", reason: "it failed" };
    await portal.db.exportRun.updateMany({ where: { bulkId }, data: { state: "DONE" } });
    await portal.db.bulkRun.update({ where: { id: bulkId }, data: { leftOut: [left] } });
    expect(await work()).toMatchObject([{ tone: "warn", words: "Done without 1 model" }]);
  });
});

describe("lists", () => {
  test("a list of invitations is shown once it is sent, with how far it is, and when it has ended", async () => {
    const addresses = "a@campus.example\nb@campus.example\nc@campus.example";
    const listId = await desk.prepare(addresses, { actor: sanne });
    expect(await work()).toEqual([]);
    await invitationListCommands.start(sanne, listId);
    expect(await work()).toMatchObject([
      { kind: "invitations", tone: "progress", isRunning: true, done: 0, total: 3 },
    ]);
    await desk.startJobs();
    const [ended] = await askUntil("the list has ended", work, ([item]) => item?.isRunning === false);
    expect(ended).toMatchObject({ tone: "ok", words: "Done", total: null });
    expect(ended?.href).toBe(`/clouds/${desk.cloudId()}/invitations/lists/${listId}`);
  });

  test("a paused plan waits for a person, and says why", async () => {
    const paused = { state: "PAUSED", pause_reason: "Five in a row were refused." };
    const of = { connection_id: portal.connectionId, actor_id: sanne.staffId };
    await addRows(portal.service.databaseUrl, [["plan", { name: "Zuidas Toren 4", ...of, ...paused }]]);
    expect(await work()).toMatchObject([
      {
        kind: "plan",
        title: "Plan of Zuidas Toren 4",
        tone: "warn",
        words: "Paused. Five in a row were refused.",
      },
    ]);
  });
});

test("an upload goes on until the service has read the model, without anybody waiting for the service", async () => {
  const projectId = await makeProject();
  const file = { fileName: "RIEM-TGA.ifc", content: pieces("ISO-10303-21;") };
  const { modelId } = await uploadModel(sanne, { key: formKey(), projectId, ...file });
  expect(await work()).toMatchObject([
    { kind: "upload", title: "RIEM-TGA.ifc", words: "Waiting at the service", isRunning: true },
  ]);
  const data = { status: "E" as const, errors: ["Not an IFC file."] };
  await portal.db.serviceModel.update({ where: { id: modelId ?? 0 }, data });
  let aheadMs = 0;
  const look = (): Promise<WorkItem[]> => {
    later((aheadMs += 11_000));
    return work();
  };
  const [ended] = await askUntil(
    "the tray has seen the failure",
    look,
    ([item]) => item?.isRunning === false,
  );
  expect(ended).toMatchObject({ tone: "bad", words: "Failed. “Not an IFC file.”" });
});
