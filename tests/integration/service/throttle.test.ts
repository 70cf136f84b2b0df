/** 429 on the interface (docs/service "Conventions"): per application, with the time to wait, and nothing carried out. */
import { afterAll, expect, test, vi } from "vitest";
import { useServiceServer } from "#tests/support/use-service.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { signedWire } from "#tests/support/wire.ts";

const stopClock = useStoppedClock();
vi.stubEnv("PORTICO_SERVICE_RATE", "2");
const service = await useServiceServer();
const busy = await signedWire(service.baseUrl, await service.register("busy"));
const calm = await signedWire(service.baseUrl, await service.register("calm"));
afterAll(() => {
  vi.unstubAllEnvs();
});

test("twenty calls at once, then 429 with Retry-After and no effect, then two per second; nobody else notices", async () => {
  const clock = stopClock();
  const answers = await Promise.all(Array.from({ length: 25 }, () => busy("GET", "/cloud")));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(5);
  refused.push(await busy("POST", "/cloud", { name: "Again" }));
  for (const { body, headers } of refused) {
    expect(body).toEqual({ detail: "Request was throttled. Expected available in 1 seconds." });
    expect(headers.get("retry-after")).toBe("1");
  }
  expect((await calm("GET", "/cloud")).status).toBe(200);
  expect(await service.db.serviceCloud.count()).toBe(0);
  clock.ms += 1000;
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await busy("GET", "/cloud")).status);
  expect(statuses).toEqual([200, 200, 429]);
  clock.ms -= 60_000;
  expect((await busy("GET", "/cloud")).status).toBe(429);
});
