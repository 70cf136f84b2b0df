/**
 * A service that has only the six documented operations, and one that answers elements as an array: the portal's main work continues, and
 * what cannot be read is called unreadable, never empty.
 */
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { listClouds } from "#lib/features/clouds/queries.ts";
import { invitePerson, refreshPeople } from "#lib/features/invitations/commands.ts";
import { listInvitations } from "#lib/features/invitations/queries.ts";
import { listModels } from "#lib/features/models/queries.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import { settleOperation } from "#lib/features/operations/settling.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import { switchOffNeighbours } from "#tests/support/six-operations.ts";
import { ELEMENTS } from "../features/element-portal.ts";
import { useExportDesk } from "../features/export-desk.ts";
import { formKey } from "../features/portal.ts";

const { portal, modelId, openTable, start, ended, download } = await useExportDesk();

const CREATE = /^\/service\/cloud$/;
const NOTE = "Found on the platform by hand.";

beforeAll(() => {
  withoutNeighbours();
});
afterAll(() => {
  portal.proxy.clear();
});

const withoutNeighbours = (): void => {
  switchOffNeighbours(portal.proxy);
};

test("clouds, projects, invitations: made, shown, and what is not listed is not called empty", async () => {
  withoutNeighbours();
  const { staff, db, dataDir, makeCloud } = portal;
  const { cloudId } = await makeCloud(staff, "Six alone");
  const project = await createProject(staff, { key: formKey(), cloudId, name: "Blok A" });
  expect(project).toMatchObject({ operation: { state: "DONE" }, projectId: expect.any(String) });
  const invited = await invitePerson(staff, { key: formKey(), cloudId, email: "zes@example.org" });
  expect(invited.operation.state).toBe("DONE");
  // Refused with the service's 404, or remembered as unanswered: either way nothing is concluded.
  await refreshPeople(staff, { cloudId }).catch(() => undefined);
  const { rows } = await listInvitations(staff, { cloudId });
  expect(rows).toMatchObject([{ email: "zes@example.org", state: "WAITING" }]);
  expect((await listClouds(staff, { search: "six alone" })).rows).toHaveLength(1);
  expect((await checkHistory(db, dataDir)).violations).toEqual([]);
});

test("an uncertain Cloud is settled by a person: its number with a reason, nothing is concluded from lists", async () => {
  withoutNeighbours();
  const { staff, db, proxy, cloudForm } = portal;
  // Before the router's refusals, because earlier rules win; so the broken one comes after a clearing.
  proxy.clear();
  proxy.inject("POST", CREATE, { kind: "resetAfter" });
  withoutNeighbours();
  const { operation } = await createCloud(staff, cloudForm("Six, uncertain"));
  expect(operation.state).toBe("UNKNOWN");
  expect(await findCandidates(staff, operation.id)).toMatchObject({
    isListed: false,
    isProbablyMissing: false,
    candidates: [],
    sentence: expect.stringMatching(/has no list to check\. Check on the service’s platform/),
  });
  const { id: serviceId } = await db.serviceCloud.findFirstOrThrow({ where: { name: "Six, uncertain" } });
  const exists = { id: operation.id, decision: "exists", serviceId } as const;
  // Nobody can look it up there, so a reason is needed.
  await expect(settleOperation(staff, exists)).rejects.toMatchObject({ code: "VALIDATION" });
  const settled = await settleOperation(staff, { ...exists, note: NOTE });
  expect(settled).toMatchObject({ state: "RESOLVED_DONE", note: NOTE, result: { serviceId } });
  expect(settled.cause).toMatch(/Confirmed by hand as number \d+; the service could not confirm this/);
});

test("models, a table and its CSV", async () => {
  withoutNeighbours();
  const { models } = await listModels(portal.staff, portal.projectId);
  expect(models.map((model) => model.modelId)).toContain(modelId);
  const run = await ended(await start(await openTable("IfcDoor")));
  expect(run).toMatchObject({ state: "DONE", failure: null });
  const rows: string[][] = parse(await download(run));
  const source = JSON.parse(await portal.askService(modelId, "IfcDoor")) as Record<string, unknown>;
  expect(rows.slice(1).map((row) => row[0])).toEqual(Object.keys(source));
});

test("elements as an array: the same table, the same CSV", async () => {
  const asMap = await download(await ended(await start(await openTable("IfcDoor"))));
  await portal.db.exportRun.deleteMany({});
  await portal.db.snapshot.deleteMany({});
  type Sets = Record<string, Record<string, unknown>>;
  portal.proxy.inject("GET", ELEMENTS, {
    kind: "rewrite",
    body: (real) => {
      const elements = Object.entries(JSON.parse(real, AS_WRITTEN) as Record<string, Sets>);
      return JSON.stringify(
        elements.map(([uuid, { attributes, ...sets }]) => ({
          uuid,
          type: "IfcDoor",
          attributes: { name: "attributes", properties: properties(attributes ?? {}) },
          property_sets: Object.entries(sets).map(([name, values]) => ({
            name,
            properties: properties(values),
          })),
        })),
      );
    },
  });
  const asArray = await download(await ended(await start(await openTable("IfcDoor"))));
  const [head, ...rows]: string[][] = parse(asArray);
  const [mapHead, ...mapRows]: string[][] = parse(asMap);
  // The array form says the class of each element as well.
  const names = (head ?? []).filter((name) => name !== "type");
  expect(names.sort()).toEqual([...(mapHead ?? [])].sort());
  expect(rows.map((row) => row[0])).toEqual(mapRows.map((row) => row[0]));
  const cell = (table: string[][], heads: string[], row: number, name: string): string | undefined =>
    table[row]?.[heads.indexOf(name)];
  for (const name of mapHead ?? []) {
    for (const row of mapRows.keys()) {
      expect(cell(rows, head ?? [], row, name), name).toBe(cell(mapRows, mapHead ?? [], row, name));
    }
  }
});

/**
 * Keeps numbers as the answer wrote them, such as 1966.0 (ECMAScript "JSON.parse source text access": not in the compiler's library yet).
 */
const AS_WRITTEN = ((_key: string, value: unknown, { source }: { source: string }) =>
  typeof value === "number"
    ? (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source)
    : value) as (key: string, value: unknown) => unknown;

function properties(values: Record<string, unknown>): unknown[] {
  return Object.entries(values).map(([name, value]) => ({ definition: { name }, value }));
}
