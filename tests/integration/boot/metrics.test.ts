/** /api/metrics and /api/health on a real database: who may read them, and what they report about the parts and the waiting work. */
import { afterAll, describe, expect, test, vi } from "vitest";
import { log } from "#lib/core/log/logger.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";

const TOKEN = "token-of-the-metrics-test";

const database = await createTestDatabase();
const scratch = await useScratchFolder("metrics");
Object.assign(process.env, {
  DATABASE_URL: database.url,
  PORTICO_SECRET: "a secret of the metrics test, 32 long",
  PORTICO_DATA_DIR: scratch,
  PORTICO_METRICS_TOKEN: TOKEN,
  LOG_LEVEL: "silent",
});
const { GET } = await import("#app/api/metrics/route.ts");
const ask = (authorization?: string): Promise<Response> =>
  GET(new Request("http://x/api/metrics", authorization === undefined ? {} : { headers: { authorization } }));
afterAll(async () => {
  const { getDb } = await import("#lib/db/client.ts");
  await getDb().$disconnect();
  await database.drop();
});

test("without the token there is nothing", async () => {
  for (const authorization of [
    undefined,
    "",
    "Bearer",
    `Basic ${TOKEN}`,
    "Bearer another token",
    `Bearer ${TOKEN}x`,
  ]) {
    const answer = await ask(authorization);
    expect([answer.status, await answer.text()]).toEqual([404, "Not found.\n"]);
  }
});

test("tells jobs, exports and mails that wait, the parts, and this process", async () => {
  const { getDb } = await import("#lib/db/client.ts");
  const { addJob } = await import("#lib/jobs/queue.ts");
  await addJob(getDb(), "service.remove-files", { prefix: "x" });
  await addJob(getDb(), "service.remove-files", { prefix: "y" }, { runAt: new Date(Date.now() + 3_600_000) });
  await getDb().outboxMail.create({
    data: { id: crypto.randomUUID(), messageId: "m", recipient: "a@b.example", subject: "s" },
  });
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = (await answer.text()).split("\n");
  for (const line of [
    'portico_jobs{job="service.remove-files",state="waiting"} 1',
    'portico_jobs{job="service.remove-files",state="later"} 1',
    'portico_mails{state="waiting"} 1',
    'portico_part_up{part="database"} 1',
    'portico_part_up{part="jobs"} 0',
    "portico_instances 0",
    "portico_ready 0",
  ]) {
    expect(lines).toContain(line);
  }
  const samples = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(
    samples.filter((line) => !/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+-]+$/.test(line)),
  ).toEqual([]);
  expect(samples.some((line) => line.includes("a@b.example"))).toBe(false);
});

describe("the health address", () => {
  async function askHealth(headers: Record<string, string> = {}): Promise<[number, unknown]> {
    const { GET } = await import("#app/api/health/route.ts");
    const answer = await GET(new Request("http://x/api/health", { headers }));
    return [answer.status, await answer.json()];
  }

  test("tells strangers one word and nothing else", async () => {
    for (const headers of [
      {},
      { authorization: "Bearer another token" },
      { authorization: `Basic ${TOKEN}` },
      { cookie: "next-auth.session-token=made-up" },
    ])
      expect(await askHealth(headers)).toEqual([503, { status: "starting" }]);
  });

  test("tells the holder of the metrics token the version and every part", async () => {
    expect(await askHealth({ authorization: `Bearer ${TOKEN}` })).toEqual([
      503,
      {
        status: "starting",
        version: expect.stringMatching(/^\d+\./),
        parts: {
          start: { ok: false, detail: "still starting" },
          database: { ok: true, detail: expect.stringMatching(/^PostgreSQL \d+/) },
          jobs: { ok: false, detail: "nobody works on jobs" },
          storage: { ok: true, detail: expect.any(String) },
          mail: { ok: true, detail: "built-in mailbox" },
        },
      },
    ]);
  });

  test("a trouble is written to the log once, and a crowd of askers gets one look at the parts", async () => {
    const { checkHealth, markReady } = await import("#lib/boot/metrics/health.ts");
    const { getDb } = await import("#lib/db/client.ts");
    // From here on it is known that nobody works on jobs, whatever ran before.
    await checkHealth();
    const said = [vi.spyOn(log, "error"), vi.spyOn(log, "info")];
    // The fake clock begins at zero, and what is known already is dated by the real one: each step leads beyond both.
    const DAY_MS = 86_400_000;
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(DAY_MS);
    const look = checkHealth();
    expect(checkHealth()).toBe(look);
    await look;
    for (let round = 0; round < 3; round += 1) {
      vi.advanceTimersByTime(DAY_MS);
      await checkHealth();
    }
    await getDb().instance.create({ data: { id: crypto.randomUUID(), host: "here", pid: 1 } });
    markReady();
    vi.advanceTimersByTime(DAY_MS);
    expect((await checkHealth()).status).toBe("ok");
    vi.useRealTimers();
    expect(said.flatMap(({ mock }) => mock.calls.map(([event]) => event))).toEqual([
      "health: jobs works again",
    ]);
    vi.restoreAllMocks();
  });
});
