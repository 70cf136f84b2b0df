/** Records of what the portal requested from services: there when the work ended, bounded, and without a secret. */
import { afterAll, describe, expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { startRequestRecords, sweepRequests } from "#lib/features/requests/commands.ts";
import { listRequests, type RequestRecordRow } from "#lib/features/requests/queries.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { until } from "#tests/support/until.ts";
import { usePortal } from "./portal.ts";

const moveClock = useMovedClock();
const portal = await usePortal();
const actor = await portal.actor();
afterAll(startRequestRecords());

async function create(name: string): Promise<string> {
  const { operation } = await createCloud(actor, portal.cloudForm(name));
  return operation.id;
}

function recordsOf(operationId: string): Promise<RequestRecordRow[]> {
  return until("the records", async () => {
    const found = await listRequests(actor, { operationId });
    return found.some(({ path }) => path.endsWith("/cloud")) ? found : null;
  });
}

describe("records of requests", () => {
  test("belong to the operation that made them, with what can be shown", async () => {
    const operationId = await create("Recorded");
    const records = await recordsOf(operationId);
    const created = records.find(({ path, method }) => method === "POST" && path.endsWith("/cloud"));
    expect(created).toMatchObject({ status: 201, cause: null });
    expect(created?.requestBytes).toBe(Buffer.byteLength(JSON.stringify({ name: "Recorded" })));
    expect(created?.responseBytes).toBeGreaterThan(10);
    const other = await create("Recorded, too");
    expect((await recordsOf(other)).map(({ id }) => id)).not.toContain(created?.id);
  });

  test("belong to the Cloud that they are about, with all below it, and to no Cloud whose number begins alike", async () => {
    const connectionId = portal.connectionId;
    const at = new Date();
    const paths = [
      "/cloud/41",
      "/cloud/41?x=1",
      "/cloud/41/project/7/ifc",
      "/cloud/41/project/7/ifc/3/element/simple?type=IfcDoor",
      "/cloud/41/project/7/model/3",
      "/cloud/411/project",
      "/cloud/41/project/77/ifc/3",
      "/cloud",
    ];
    await portal.db.requestRecord.createMany({
      data: paths.map((path) => ({
        at,
        connectionId,
        connectionRevision: 1,
        method: "GET",
        path: `/service${path}`,
        status: 200,
        durationMs: 1,
        responseBytes: 2n,
      })),
    });
    const about = async (of: { projectId?: number; modelId?: number }): Promise<string[]> => {
      const found = await listRequests(actor, { connectionId, cloudId: 41, ...of });
      for (const { curl } of found) expect(curl).toMatch(/^curl /);
      return found.map(({ path }) => path.replace("/service", "")).toReversed();
    };
    expect(await about({})).toEqual([...paths.slice(0, 5), "/cloud/41/project/77/ifc/3"]);
    expect(await about({ projectId: 7 })).toEqual(paths.slice(2, 5));
    expect(await about({ projectId: 7, modelId: 3 })).toEqual(paths.slice(3, 5));
    expect(await about({ projectId: 7, modelId: 33 })).toEqual([]);
  });

  test("hold neither secret nor token nor what was sent", async () => {
    const all = JSON.stringify(await portal.db.requestRecord.findMany(), (_key, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
    expect(all).toContain("/protocol/openid-connect/token");
    expect(all).not.toMatch(/client_secret|Bearer|eyJ|Recorded/);
    const shown = await listRequests(actor, { connectionId: portal.connectionId });
    for (const { curl } of shown)
      expect(curl).not.toMatch(/Bearer (?!\$ACCESS_TOKEN)|client_secret=(?!\$CLIENT_SECRET)/);
  });

  test("go when they are old, and when there are too many", async () => {
    const before = await portal.db.requestRecord.count();
    expect(before).toBeGreaterThan(2);
    expect(await sweepRequests()).toBe(0);
    expect(await sweepRequests(2)).toBe(before - 2);
    moveClock(15 * 24 * 60 * 60_000);
    expect(await sweepRequests()).toBe(2);
  });
});
