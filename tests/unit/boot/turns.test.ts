/**
 * Rendering starts for a few pages at a time, in order of arrival. A page that is slow for another reason does not hold up the others for
 * long.
 */
import { EventEmitter } from "node:events";
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  beginInTurn,
  PAGES_AT_ONCE_MAX,
  refuseWhenBusy,
  STRANGER_BEGINS_MS,
  STRANGERS_TURNS,
  TURN_MS_MAX,
  TURNS,
} from "#lib/boot/edge/admission.ts";

let begun: string[];
let open: EventEmitter[];
/** Each test starts an hour after the previous one, so nobody was answered recently. Each test's own clock starts at 0. */
let hoursPassed = 0;

beforeEach(() => {
  vi.useFakeTimers();
  hoursPassed += 1;
  vi.advanceTimersByTime(hoursPassed * 3_600_000);
  begun = [];
  open = [];
});
afterEach(() => {
  for (const response of open) response.emit("close");
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

type Asked = { path?: string; client?: string; session?: string | null; begin?: () => unknown };

/** A signed-in person, unless the session is null. What the function returns ends with "close", as responses and lost connections do. */
function ask(name: string, asked: Asked = {}): EventEmitter {
  const { path = "/clouds", client = "192.0.2.1", session = client, begin = () => begun.push(name) } = asked;
  const response = new EventEmitter();
  open.push(response);
  beginInTurn({ path, client, session }, response, begin);
  return response;
}

const ask8 = (): EventEmitter[] => Array.from({ length: TURNS }, (_, n) => ask(`first ${String(n)}`));

test("the next one is begun when one has ended, in the order in which they came", () => {
  const first = ask8();
  ask("a");
  ask("b");
  expect(begun).toHaveLength(TURNS);
  first[3]?.emit("close");
  expect(begun.slice(TURNS)).toEqual(["a"]);
  first[0]?.emit("close");
  expect(begun.slice(TURNS)).toEqual(["a", "b"]);
});

test("whoever takes long lets others begin, once", () => {
  const first = ask8();
  for (let n = 0; n < 2 * TURNS; n++) ask(`after ${String(n)}`);
  vi.advanceTimersByTime(TURN_MS_MAX);
  expect(begun).toHaveLength(2 * TURNS);
  // Their turns had already ended.
  for (const response of first) response.emit("close");
  expect(begun).toHaveLength(2 * TURNS);
});

test("clients take turns: who asks for many pages at once lets everybody else in between", () => {
  const first = ask8();
  for (const name of ["a1", "a2", "a3"]) ask(name, { client: "192.0.2.66" });
  ask("b1", { client: "192.0.2.2" });
  ask("b2", { client: "192.0.2.2" });
  for (const response of first.slice(0, 5)) response.emit("close");
  expect(begun.slice(TURNS)).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});

test("strangers from many networks leave three quarters of the turns to whoever is signed in, who comes from one of them", () => {
  for (let n = 0; n < 3 * TURNS; n++) ask("stranger", { client: `192.0.2.${String(n)}`, session: null });
  expect(begun).toHaveLength(STRANGERS_TURNS);
  for (let n = 0; n < TURNS - STRANGERS_TURNS; n++) ask("known", { session: "a" });
  expect(begun.filter((name) => name === "known")).toHaveLength(TURNS - STRANGERS_TURNS);
});

test("strangers begin as they come once nobody who is signed in was being answered for a while", () => {
  ask("first stranger", { session: null }).emit("close");
  const known = ask("known");
  ask("second", { session: null });
  vi.advanceTimersByTime(STRANGER_BEGINS_MS - 1);
  known.emit("close");
  expect(begun).toEqual(["first stranger", "known"]);
  // The gap before the next page is closed to strangers, except to the stranger of this fifth of a second.
  vi.advanceTimersByTime(1);
  expect(begun.slice(2)).toEqual(["second"]);
  open.at(-1)?.emit("close");
  ask("third", { session: null });
  expect(begun.slice(3)).toEqual([]);
  vi.advanceTimersByTime(STRANGER_BEGINS_MS);
  expect(begun.slice(3)).toEqual(["third"]);
  open.at(-1)?.emit("close");
  for (const name of ["fourth", "fifth"]) ask(name, { session: null }).emit("close");
  expect(begun.slice(4)).toEqual(["fourth", "fifth"]);
});

test("however many wait who are signed in, a stranger begins five times a second", () => {
  ask("first stranger", { session: null }).emit("close");
  let running = ask8();
  for (let n = 0; n < 5; n++) ask("stranger", { session: null });
  const begunBy = (ms: number): number => {
    for (let passed = 0; passed < ms; passed += 20) {
      for (let n = 0; n < TURNS; n++) ask("known");
      vi.advanceTimersByTime(20);
      const ended = running;
      running = open.slice(-TURNS);
      for (const response of ended) response.emit("close");
    }
    return begun.filter((name) => name === "stranger").length;
  };
  expect(begunBy(STRANGER_BEGINS_MS - 20)).toBe(0);
  expect(begunBy(20)).toBe(1);
  expect(begunBy(STRANGER_BEGINS_MS)).toBe(2);
});

test("routes that strangers wait long for keep no place from others of their network", () => {
  const arrive = (path: string): ReturnType<typeof refuseWhenBusy> => {
    const response = new EventEmitter();
    open.push(response);
    const guest = { path, client: "192.0.2.1", session: null, headers: {}, nonce: "" };
    const refused = refuseWhenBusy(guest, response);
    if (refused === null) beginInTurn(guest, response, () => undefined);
    return refused;
  };
  for (let n = 0; n < PAGES_AT_ONCE_MAX.strangers; n++) arrive("/api/exports/live/view/model.csv");
  expect(arrive("/sign-in")).not.toBeNull();
  vi.advanceTimersByTime(PAGES_AT_ONCE_MAX.strangers * TURN_MS_MAX);
  expect(arrive("/sign-in")).toBeNull();
});

test("what nobody waits for any more is never begun", () => {
  const first = ask8();
  const gone = ask("gone");
  ask("stays");
  gone.emit("close");
  first[0]?.emit("close");
  expect(begun.slice(TURNS)).toEqual(["stays"]);
});

test("the service and files wait for no page, routes only where a stranger asks", () => {
  ask8();
  for (const path of ["/service/cloud", "/api/health", "/_next/static/x.js"])
    for (const session of ["a", null]) ask(`${path} ${String(session)}`, { path, session });
  expect(begun.slice(TURNS)).toEqual([
    "/service/cloud a",
    "/service/cloud null",
    "/api/health a",
    "/_next/static/x.js a",
    "/_next/static/x.js null",
  ]);
});

test("a page begun when another one ends has nothing of the other one's context", () => {
  const context = new AsyncLocalStorage<string>();
  const first = ask8();
  context.run("its own", () => ask("a", { begin: () => begun.push(context.getStore() ?? "none") }));
  context.run("another one's", () => first[0]?.emit("close"));
  expect(begun.at(-1)).toBe("its own");
});
