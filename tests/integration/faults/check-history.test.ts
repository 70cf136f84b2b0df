/** The checker itself: it finds each kind of broken promise that is made by hand. */
import { expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { checkHistory } from "#tests/support/check-history.ts";
import { usePortal } from "../features/portal.ts";

const portal = await usePortal();
const form = portal.cloudForm("Told as it was");
const id = (await createCloud(await portal.actor(), form)).operation.id;

async function found(): Promise<string[]> {
  return (await checkHistory(portal.db, portal.dataDir)).violations.map((words) => words.slice(0, 2));
}

test("a history that is as it was told has no violations", async () => {
  expect(await found()).toEqual([]);
});

test("C1: an effect that no attempt can have had", async () => {
  const stray = await portal.db.serviceCloud.create({ data: { name: "Nobody asked" } });
  expect(await found()).toEqual(["C1"]);
  await portal.db.serviceCloud.delete({ where: { id: stray.id } });
});

test("C2: an effect of a call that is said not to have been sent", async () => {
  await portal.db.attempt.updateMany({ where: { operationId: id }, data: { outcome: "NOT_SENT" } });
  expect(await found()).toEqual(["C2"]);
  await portal.db.attempt.updateMany({ where: { operationId: id }, data: { outcome: "DONE" } });
});

test("C3: done, but the service has no such number, and the registry no such row", async () => {
  const { result } = await portal.db.operation.findUniqueOrThrow({ where: { id } });
  await portal.db.operation.update({ where: { id }, data: { result: { serviceId: 999_999 } } });
  expect(await found()).toEqual(["C3", "C3"]);
  await portal.db.operation.update({ where: { id }, data: { result: result ?? {} } });
});

test("C5: still sending long after the last sign of life, with an attempt that has no end", async () => {
  const longAgo = new Date(Date.now() - 600_000);
  await portal.db.operation.update({ where: { id }, data: { state: "SENDING" } });
  await portal.db.attempt.updateMany({
    where: { operationId: id },
    data: { outcome: null, leaseUntil: longAgo },
  });
  expect(await found()).toEqual(["C5"]);
  await portal.db.attempt.updateMany({ where: { operationId: id }, data: { outcome: "DONE" } });
  await portal.db.operation.update({ where: { id }, data: { state: "DONE" } });
});

test("C6: a state that the audit does not know", async () => {
  await portal.db.operation.update({ where: { id }, data: { state: "RESOLVED_DONE" } });
  expect(await found()).toEqual(["C6"]);
});
