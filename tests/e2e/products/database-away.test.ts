/**
 * The database stopped, killed and blocked under the built product (F23, F26): everybody is told to come back, in the form that they read;
 * nobody waits forever and nobody gets a 500; the same process recovers automatically.
 */
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { NOTHING_DONE } from "#lib/core/network/refused.ts";
import { startBreakablePostgres, type BreakablePostgres } from "#tests/support/breakable-postgres.ts";
import { signInOverHttp } from "#tests/support/http-sign-in.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";
import { serverPid } from "#tests/support/two-instances.ts";
import { until } from "#tests/support/until.ts";
import { openService } from "#tests/support/service-caller.ts";

/** A hung answer fails the test; a slow machine does not. */
const ANSWER_MS_MAX = 30_000;
/** P7 names 30 s; a machine with other work takes longer to recover a database. */
const BACK_MS_MAX = 90_000;

const METRICS_TOKEN = "token-of-the-database-away-test";

type Answer = { status: number; retryAfter: string | null; type: string; text: string };
type Call = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
type Asker = { what: string; path: string; init?: Call; says: RegExp };

let scratch: string;
let database: BreakablePostgres;
let product: Product;
let cookie: string;
let bearer: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  scratch = await makeScratchFolder("database-away");
  database = await startBreakablePostgres(scratch);
  const environment = {
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
    PORTICO_METRICS_TOKEN: METRICS_TOKEN,
  };
  product = await startProduct({ environment });
  cookie = await signInOverHttp(product.access.origin, product.access);
  bearer = (await openService(product.access)).token;
});

test.afterAll(async () => {
  await product.remove();
  await removeScratchFolder(scratch);
});

async function ask(path: string, init: Call = {}): Promise<Answer> {
  const response = await fetch(`${product.access.origin}${path}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
    ...init,
    headers: { cookie, ...init.headers },
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    type: response.headers.get("content-type") ?? "",
    text: await response.text(),
  };
}

const refusedPage = /This page is not available right now.*database is not answering/s;

/** One request of each kind that needs the database. */
function askers(): Asker[] {
  const { origin, serviceClientId, serviceClientSecret } = product.access;
  const ownPost = { method: "POST", headers: { origin, "sec-fetch-site": "same-origin" } };
  const credentials = {
    grant_type: "client_credentials",
    client_id: serviceClientId,
    client_secret: serviceClientSecret,
  };
  return [
    { what: "a page", path: "/clouds", says: refusedPage },
    { what: "the overview", path: "/", says: refusedPage },
    { what: "the sign-in page", path: "/sign-in", says: refusedPage },
    {
      what: "a page within the page",
      path: "/exports",
      init: { headers: { rsc: "1" } },
      says: /^Nothing was done: .*database/,
    },
    {
      what: "an action",
      path: "/clouds/new",
      init: { ...ownPost, headers: { ...ownPost.headers, "next-action": "4f" }, body: new FormData() },
      says: new RegExp(`^${NOTHING_DONE}`),
    },
    {
      what: "a form without script",
      path: "/clouds/new",
      init: { ...ownPost, body: new FormData() },
      says: refusedPage,
    },
    { what: "a route", path: `/api/exports/${crypto.randomUUID()}/file`, says: /"code":"UNAVAILABLE"/ },
    {
      what: "the service",
      path: "/service/cloud",
      init: { headers: { authorization: `Bearer ${bearer}` } },
      says: /"detail":".*database/,
    },
    {
      what: "the token endpoint",
      path: "/service/auth/realms/portico/protocol/openid-connect/token",
      init: { method: "POST", body: new URLSearchParams(credentials) },
      says: /"error":"temporarily_unavailable"/,
    },
  ];
}

async function askAll(): Promise<(Asker & { answer: Answer })[]> {
  return Promise.all(
    askers().map(async (asker) => ({ ...asker, answer: await ask(asker.path, asker.init) })),
  );
}

/** Everything works again, without any action. */
async function expectBack(pid: number): Promise<void> {
  await until(
    "everything is ready again",
    async () => (await ask("/api/health")).status === 200,
    BACK_MS_MAX,
  );
  for (const path of ["/", "/clouds", "/exports", "/invitations"])
    await until(`${path} is made again`, async () => (await ask(path)).status === 200, BACK_MS_MAX);
  const made = await ask("/service/cloud", {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "After the outage" }),
  });
  expect(made.status).toBe(201);
  expect(serverPid(product)).toBe(pid);
}

for (const how of ["fast", "immediate", "killed"] as const)
  test(`stopped (${how}): everybody is told to come back, and it goes on when the database does`, async () => {
    test.setTimeout(300_000);
    const pid = serverPid(product);
    await database.stop(how);
    // Requests admitted before the failure is known may be answered from earlier data, but get nothing worse than the others.
    const early = await askAll();
    expect(early.filter(({ answer: { status } }) => status >= 500 && status !== 503)).toEqual([]);
    await until("it is known", async () => (await ask("/")).status === 503);
    for (const { what, says, answer } of [...(await askAll()), ...(await askAll())]) {
      expect({ what, status: answer.status }).toEqual({ what, status: 503 });
      expect(answer.retryAfter, what).toMatch(/^\d+$/);
      expect(answer.text, what).toMatch(says);
    }
    // What it says is up to a second old.
    await until("the health address knows it", async () => (await ask("/api/health")).status === 503);
    const health = await ask("/api/health");
    expect([health.status, JSON.parse(health.text)]).toEqual([503, { status: "degraded" }]);
    const details = await ask("/api/health", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    expect(JSON.parse(details.text)).toMatchObject({ parts: { database: { ok: false } } });
    await database.start();
    await expectBack(pid);
  });

test("one of its processes killed: the server ends all sessions, and nobody gets a 500", async () => {
  test.setTimeout(300_000);
  const pid = serverPid(product);
  const client = new Client({ connectionString: database.url });
  // Ended with all the others.
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1",
  );
  const [session] = rows;
  // Not 0 instead: that would kill this test's own processes.
  if (session === undefined) throw new Error("The product has no session at the database.");
  process.kill(session.pid, "SIGKILL");
  const seen = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(["/", "/clouds", "/operations"].map((path) => ask(path)));
    for (const { status } of answers) seen.add(status);
  }
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expectBack(pid);
});

test("a table that somebody keeps locked: pages that need it end in time; when they hold all connections, the others are told to come back", async () => {
  test.setTimeout(300_000);
  const pid = serverPid(product);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin; lock table operation in access exclusive mode");
  const blocked = Array.from({ length: 30 }, () => ask("/operations"));
  await until("all connections wait for the lock", async () => {
    const { rows } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'");
    return rows.length >= 10;
  });
  const others = (await askAll()).map(({ answer }) => answer);
  const answers = [...others, ...(await Promise.all(blocked))];
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([]);
  const locked = await ask("/operations");
  expect([locked.status, locked.text]).toEqual([503, expect.stringMatching(refusedPage)]);
  await client.query("rollback");
  await client.end();
  await expectBack(pid);
});
