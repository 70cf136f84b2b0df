/**
 * Token requests with wrong credentials: after a burst they are refused with 429, by network and by client id, while correct clients are
 * not affected.
 */
import { beforeEach, expect, test } from "vitest";
import type { Credentials } from "#tests/support/service-server.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";

const BURST = 60;

let clock = { ms: Date.now() };
const stopClock = useStoppedClock();

const service = await useServiceServer();
beforeEach(() => {
  // The buckets of the previous test are full again.
  clock = stopClock(clock.ms + 3_600_000);
});

type Answer = { status: number; error: string | undefined; headers: Headers };

async function ask({ clientId, secret }: Credentials, from: string): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}/auth/realms/portico/protocol/openid-connect/token`, {
    method: "POST",
    headers: { "x-forwarded-for": from },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: secret,
    }),
  });
  const { error } = (await response.json()) as { error?: string };
  return { status: response.status, error, headers: response.headers };
}

const nobody = (n: number): Credentials => ({ clientId: `nobody-${String(n)}`, secret: "wrong" });

test("wrong clients from one /64 are refused after a burst; who was right lately, or is elsewhere, gets tokens all the same", async () => {
  const [regular, newcomer] = [await service.register("regular"), await service.register("newcomer")];
  expect((await ask(regular, "192.0.2.1")).status).toBe(200);
  for (let n = 0; n < BURST; n += 1) {
    const { status, error } = await ask(nobody(n), `2001:db8:1:1::${n.toString(16)}`);
    expect([status, error]).toEqual([401, "invalid_client"]);
  }
  const refused = await ask(nobody(0), "2001:db8:1:1:ffff::1");
  expect([refused.status, refused.error]).toEqual([429, "temporarily_unavailable"]);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("cache-control")).toBe("no-store");

  const statuses: number[] = [];
  for (let n = 0; n < 100; n += 1) statuses.push((await ask(regular, "2001:db8:1:1::1")).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await ask(newcomer, "2001:db8:1:2::1")).status).toBe(200);
});

test("a right client that was not seen yet waits a second behind a network that failed", async () => {
  const newcomer = await service.register("behind");
  for (let n = 0; n < BURST; n += 1) await ask(nobody(n), "198.51.100.1");
  expect((await ask(newcomer, "198.51.100.1")).status).toBe(429);
  clock.ms += 1000;
  expect((await ask(newcomer, "198.51.100.1")).status).toBe(200);
});

test("guesses at one client's secret from many networks are refused after a burst; the client itself goes on", async () => {
  const known = await service.register("guessed");
  expect((await ask(known, "192.0.2.1")).status).toBe(200);
  const guess = (n: number): Promise<Answer> =>
    ask({ ...known, secret: `guess ${String(n)}` }, `203.0.113.${String(n)}`);
  for (let n = 0; n < BURST; n += 1) {
    const { status, error } = await guess(n);
    expect([status, error]).toEqual([401, "unauthorized_client"]);
  }
  expect((await guess(BURST)).status).toBe(429);
  expect((await ask(known, "203.0.113.1")).status).toBe(200);
});

test("a secret that was right and was revoked is a wrong one like any other", async () => {
  const known = await service.register("revoked");
  expect((await ask(known, "192.0.2.9")).status).toBe(200);
  await service.db.serviceSecret.updateMany({
    where: { application: { clientId: known.clientId } },
    data: { revokedAt: new Date(clock.ms) },
  });
  const statuses: number[] = [];
  for (let n = 0; n <= BURST; n += 1) statuses.push((await ask(known, "192.0.2.9")).status);
  expect(statuses).toEqual([...Array.from({ length: BURST }, () => 401), 429]);
});
