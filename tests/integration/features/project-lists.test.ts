import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { requireEnv } from "#lib/core/env.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { projectListCommands } from "#lib/features/projects/lists/kind.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import type { ListView } from "#lib/features/projects/lists/queries.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { formKey } from "./portal.ts";
import { useProjectListDesk } from "./project-list-desk.ts";

const CREATE = /\/project$/;
const SUBJECTS_MIGRATION = "prisma/migrations/20261124003000_subjects_under_parents/migration.sql";

const { portal, actor, cloudId, work, prepare, rows, stopped, atService } = await useProjectListDesk();

async function start(text: string): Promise<string> {
  const id = await prepare(text);
  await projectListCommands.start(actor, id);
  return id;
}

/** Starts a list; resolves once it has stopped. */
async function send(text: string): Promise<ListView> {
  const id = await start(text);
  await work();
  return stopped(id);
}

function many(count: number): string {
  return Array.from({ length: count }, (_, n) => `Project ${String(n)}`).join("\n");
}

describe("creating", () => {
  test("a tree of one file is a tree at the service, with all six fields", async () => {
    const id = await start(
      [
        "parent;name;description;status;logo",
        "Block A;Floor 1;Ground floor;A;https://example.org/l.png",
        ";Block A;;A;",
        "Block A;Floor 2;;D;",
      ].join("\n"),
    );
    await projectListCommands.start(actor, id);
    await work();
    expect(await stopped(id)).toMatchObject({ state: "ENDED", ended: 3, outcomes: { DONE: 3 } });
    const made = await atService();
    expect(
      made.map(({ name, status, description, parentId }) => [name, status, description, parentId]),
    ).toEqual([
      ["Block A", "A", null, null],
      ["Floor 1", "A", "Ground floor", made[0]?.id],
      ["Floor 2", "D", null, made[0]?.id],
    ]);
    for (const row of await rows(id)) expect(row.projectId).not.toBeNull();
  });

  test("floors of one name under several buildings: each is created once, and an uncertain one is looked for under its own", async () => {
    const floors = ["House A", "House B", "House C"].map((house) => `Floor 1,${house}`);
    // The floor of House B, the fourth project to be created, gets no answer.
    portal.proxy.inject("POST", CREATE, { kind: "rewrite", body: (real) => real }, 3);
    portal.proxy.inject("POST", CREATE, { kind: "resetAfter" });
    const sent = await send(["name,parent", "House A,", "House B,", "House C,", ...floors].join("\n"));
    expect(sent).toMatchObject({ state: "ENDED", outcomes: { DONE: 5, UNKNOWN: 1 } });
    expect((await rows(sent.id)).map(({ place }) => place)).toEqual([
      ...[null, "under “House A”", null, "under “House B”", null, "under “House C”"],
    ]);
    const made = await atService();
    const idOf = new Map(made.map((project) => [project.name, project.id]));
    const floorsMade = made.filter(({ name }) => name === "Floor 1");
    expect(floorsMade.map(({ parentId }) => parentId)).toEqual(
      ["House A", "House B", "House C"].map((house) => idOf.get(house)),
    );
    const uncertain = await portal.db.operation.findFirstOrThrow({
      where: { state: "UNKNOWN", connectionId: portal.connectionId, title: "Floor 1" },
    });
    const { candidates } = await findCandidates(actor, uncertain.id);
    expect(candidates.map(({ serviceId }) => serviceId)).toEqual([made[3]?.id]);
  });

  test("an uncertain project from before its subject named the parent keeps blocking the same one", async () => {
    const parent = await createProject(actor, { key: formKey(), cloudId: cloudId(), name: "House" });
    const under = {
      cloudId: cloudId(),
      name: "Floor 1",
      parentId: String(parent.operation.result?.serviceId),
    };
    portal.proxy.inject("POST", CREATE, { kind: "resetAfter" });
    const { operation } = await createProject(actor, { key: formKey(), ...under });
    expect(operation.state).toBe("UNKNOWN");
    const where = { id: operation.id };
    const keys = { subjectKey: true, openKey: true } as const;
    const now = await portal.db.operation.findUniqueOrThrow({ where, select: keys });
    const before = {
      subjectKey: now.subjectKey.replace(/\/\d+:/, ":"),
      openKey: now.openKey?.replace(/\/\d+:/, ":") ?? null,
    };
    expect(before).not.toEqual(now);
    await portal.db.operation.update({ where, data: before });
    const client = new Client({ connectionString: requireEnv("DATABASE_URL") });
    await client.connect();
    await client.query(await readFile(SUBJECTS_MIGRATION, "utf8"));
    await client.end();
    expect(await portal.db.operation.findUniqueOrThrow({ where, select: keys })).toEqual(now);
    expect(await codeOf(createProject(actor, { key: formKey(), ...under }))).toBe("CONFLICT");
    const other = await createProject(actor, { key: formKey(), cloudId: cloudId(), name: "Floor 1" });
    expect(other.operation.state).toBe("DONE");
  });

  test("no certain answer three times in a row pauses it; going on repeats none of them", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetAfter" }, 3);
    const { id, ...paused } = await send(many(8));
    expect(paused).toMatchObject({ state: "PAUSED", outcomes: { UNKNOWN: 3, TO_SEND: 5 } });
    expect(paused.pauseReason).toMatch(/no certain answer 3 times in a row/);
    await projectListCommands.resume(actor, id);
    expect(await stopped(id)).toMatchObject({
      state: "ENDED",
      outcomes: { UNKNOWN: 3, DONE: 5 },
      retryable: 0,
    });
    expect(await atService()).toHaveLength(8);
  });

  test("what was refused can be tried again; what is below it waits for that, and is not sent without its parent", async () => {
    portal.proxy.inject("POST", CREATE, answer(400, '{"name":["Not like this."]}'));
    const { id, ...ended } = await send("name,parent\nTop,\nBelow,Top\nOther,");
    expect(ended).toMatchObject({
      state: "ENDED",
      outcomes: { REFUSED: 1, HELD_BACK: 1, DONE: 1 },
      retryable: 2,
    });
    expect((await rows(id)).find((row) => row.name === "Below")?.detail).toMatch(/“Top” was not created/);
    await projectListCommands.retry(actor, id);
    expect(await stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 3 } });
    expect((await atService()).map(({ name }) => name)).toEqual(["Other", "Top", "Below"]);
    expect(await codeOf(projectListCommands.retry(actor, id))).toBe("CONFLICT");
  });

  test("below an uncertain parent nothing is sent until a person has settled it", async () => {
    portal.proxy.inject("POST", CREATE, { kind: "resetAfter" });
    const { id, outcomes } = await send("name,parent\nUncertain,\nUnder it,Uncertain");
    expect(outcomes).toMatchObject({ UNKNOWN: 1, HELD_BACK: 1 });
    const operation = await portal.db.operation.findFirstOrThrow({ where: { title: "Uncertain" } });
    const there = await portal.db.serviceProject.findFirstOrThrow({ where: { name: "Uncertain" } });
    await settleOperation(actor, { id: operation.id, decision: "exists", serviceId: there.id, note: "" });
    await projectListCommands.retry(actor, id);
    expect(await stopped(id)).toMatchObject({ outcomes: { RESOLVED_DONE: 1, DONE: 1 } });
    const below = await portal.db.serviceProject.findFirstOrThrow({ where: { name: "Under it" } });
    expect(below.parentId).toBe(there.id);
  });

  test("it goes on in the name of whoever started it only while that person may", async () => {
    const other = await portal.actor("OPERATOR", "Leaves us");
    const id = await prepareProjectList(other, { key: formKey(), cloudId: cloudId(), text: "A\nB" });
    await projectListCommands.start(other, id);
    await portal.db.staff.update({ where: { id: other.staffId }, data: { role: "VIEWER" } });
    await work();
    expect((await stopped(id)).pauseReason).toMatch(/Leaves us is no longer allowed to create projects/);
    await projectListCommands.resume(actor, id);
    expect(await stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 2 } });
    const made = await portal.db.operation.findFirstOrThrow({ where: { projectListRow: { listId: id } } });
    expect(made.actorName).toBe("Sanne Verbeek");
  });
});
