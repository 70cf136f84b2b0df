import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Duck } from "#lib/elements/query/duck.ts";

/** Ends only when it is cancelled. */
const ENDLESS = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = -1";

let folder = "";
let duck: Duck;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "query-line-"));
  duck = await Duck.create(folder);
});

afterEach(async () => {
  vi.restoreAllMocks();
  duck.close();
  await rm(folder, { recursive: true });
});

test("questions that are cancelled while they wait leave their places to others", async () => {
  const [long, left] = [new AbortController(), new AbortController()];
  const running = [1, 2].map(() => duck.ask(ENDLESS, [], { signal: long.signal }));
  const waiting = Array.from({ length: 64 }, () => duck.ask("SELECT 1", [], { signal: left.signal }));
  const ended = Promise.allSettled([...running, ...waiting]);
  await expect(duck.ask("SELECT 1", [], {})).rejects.toMatchObject({ reason: "busy" });
  left.abort();
  const answered = duck.ask("SELECT 42", [], {});
  long.abort();
  expect(await answered).toEqual([[42]]);
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(["rejected"]));
});

test("a question that gets no connection gives its turn back", async () => {
  const connect = vi.spyOn(DuckDBInstance.prototype, "connect").mockRejectedValue(new Error("no memory"));
  for (let n = 0; n < 3; n += 1) await expect(duck.ask("SELECT 1", [], {})).rejects.toThrow("no memory");
  connect.mockRestore();
  expect(await duck.ask("SELECT 42", [], {})).toEqual([[42]]);
});
