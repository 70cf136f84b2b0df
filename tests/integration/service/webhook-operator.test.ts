/** The operator's view of deliveries: pages of the log, and sending one again with its audit row. */
import { expect, test } from "vitest";
import { useServiceServer } from "#tests/support/use-service.ts";
import { signedWire } from "#tests/support/wire.ts";
import { makeCloud } from "./people.ts";

const service = await useServiceServer();
const call = await signedWire(service.baseUrl, await service.register("hooks"));
const desk = {
  ...(await import("#lib/service/operator/deliveries.ts")),
  ...(await import("#lib/service/operator/operator.ts")),
};

test("pages newest first, by state; sending again is audited, once", async () => {
  const cloud = `/cloud/${String(await makeCloud(call, "Harbour house"))}`;
  const body = { url: "https://hooks.example.org/in", events: ["project.creation"] };
  await call("POST", `${cloud}/webhook`, body);
  for (let count = 0; count < 5; count += 1) await call("POST", `${cloud}/project`, { name: String(count) });
  const operator = desk.consoleOperator("tester");
  const first = await desk.listDeliveries(operator, {}, 3);
  const second = await desk.listDeliveries(operator, { before: first.next ?? "" }, 3);
  expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([3, 2, null]);
  const ids = [...first.deliveries, ...second.deliveries].map((entry) => entry.id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(JSON.stringify(first)).not.toMatch(/secret|cipher|body/i);

  const chosen = ids[2] ?? "";
  await expect(desk.sendAgain(operator, chosen)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await service.db.audit.count()).toBe(0);
  await service.db.serviceWebhookDelivery.update({
    where: { id: chosen },
    data: { state: "FAILED", attempts: 6, endedAt: new Date() },
  });
  const failed = await desk.listDeliveries(operator, { state: "FAILED" });
  expect(failed.deliveries.map((entry) => [entry.id, entry.canBeSentAgain])).toEqual([[chosen, true]]);
  const tries = [desk.sendAgain(operator, chosen), desk.sendAgain(operator, chosen)];
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const audited = await service.db.audit.findMany({});
  expect(audited).toHaveLength(1);
  expect(audited[0]).toMatchObject({ action: "webhook.send-again", objectType: "webhook", outcome: "DONE" });
});
