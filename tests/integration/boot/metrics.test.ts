/** /api/metrics on a real database: who may read it, and what it tells of the work that waits. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";

const TOKEN = "token-of-the-metrics-test";

let database: TestDatabase;
let scratch: string;
let ask: (authorization?: string) => Promise<Response>;

beforeAll(async () => {
  database = await createTestDatabase();
  scratch = await makeScratchFolder("metrics");
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    PORTICO_SECRET: "a secret of the metrics test, 32 long",
    PORTICO_DATA_DIR: scratch,
    PORTICO_METRICS_TOKEN: TOKEN,
    LOG_LEVEL: "silent",
  });
  const { migrateJobs } = await import("#lib/jobs/migrate.ts");
  await migrateJobs(database.url);
  const { GET } = await import("#app/api/metrics/route.ts");
  ask = (authorization) =>
    GET(
      new Request("http://x/api/metrics", authorization === undefined ? {} : { headers: { authorization } }),
    );
});
afterAll(async () => {
  const { getDb } = await import("#lib/db/client.ts");
  await getDb().$disconnect();
  await database.drop();
  await removeScratchFolder(scratch);
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
