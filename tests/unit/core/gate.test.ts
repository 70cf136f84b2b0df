import { expect, test, vi } from "vitest";
import { createGate, newGateState } from "#lib/core/identity/gate.ts";

/** Work that ends when the test tells it to. */
function makeWork(): {
  begun: string[];
  start: (name: string) => () => Promise<string>;
  end: (name: string, how?: "fails") => void;
} {
  const begun: string[] = [];
  const ends = new Map<string, (how?: "fails") => void>();
  return {
    begun,
    start: (name) => () => {
      begun.push(name);
      return new Promise((resolve, reject) => {
        ends.set(name, (how) => (how === undefined ? resolve(name) : reject(new Error(name))));
      });
    },
    end: (name, how) => ends.get(name)?.(how),
  };
}

const makeGate = (waitingMax: number) =>
  createGate({ atOnceMax: 2, waitingMax, refusal: () => new Error("full") });

/** Lets work that was just woken start. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("no more than two are at work, however many ask and whether they fail or not", async () => {
  const gate = makeGate(100);
  let running = 0;
  let most = 0;
  const done = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      gate.pass(n % 3 === 0 ? "known" : "stranger", async () => {
        running += 1;
        most = Math.max(most, running);
        await settle();
        running -= 1;
        if (n % 5 === 0) throw new Error("failed");
      }),
    ),
  );
  expect(most).toBe(2);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(48);
});

test("whoever finds no place is refused at once, and places come free again", async () => {
  const gate = makeGate(1);
  const work = makeWork();
  const first = gate.pass("stranger", work.start("a"));
  const rest = [gate.pass("stranger", work.start("b")), gate.pass("stranger", work.start("c"))];
  await expect(gate.pass("stranger", work.start("d"))).rejects.toThrow("full");
  expect(() => gate.requirePlace("stranger")).toThrow("full");
  work.end("a");
  await first;
  await settle();
  gate.requirePlace("stranger");
  expect(work.begun).toEqual(["a", "b", "c"]);
  for (const name of ["b", "c"]) work.end(name);
  expect(await Promise.all(rest)).toEqual(["b", "c"]);
});

test("a known person goes before strangers who waited longer, also when strangers fill the gate", async () => {
  const gate = makeGate(2);
  const work = makeWork();
  const strangers = ["a", "b", "c", "d"].map((name) => gate.pass("stranger", work.start(name)));
  await expect(gate.pass("stranger", work.start("e"))).rejects.toThrow("full");
  const done = Promise.allSettled([...strangers, gate.pass("known", work.start("owner"))]);
  work.end("a", "fails");
  await settle();
  expect(work.begun).toEqual(["a", "b", "owner"]);
  for (const name of ["owner", "b"]) work.end(name);
  await settle();
  for (const name of ["c", "d"]) work.end(name);
  expect((await done).map(({ status }) => status)).toEqual([
    "rejected",
    ...Array.from({ length: 4 }, () => "fulfilled"),
  ]);
});

test("gates of one state are one gate, each with its own refusal", async () => {
  const state = newGateState();
  const [one, other] = ["one", "other"].map((name) =>
    createGate({ atOnceMax: 1, waitingMax: 1, refusal: () => new Error(name) }, state),
  );
  const open = Promise.withResolvers<undefined>();
  const first = one?.pass("stranger", () => open.promise);
  const second = other?.pass("stranger", () => Promise.resolve("second"));
  expect(() => one?.requirePlace("stranger")).toThrow("one");
  expect(() => other?.requirePlace("stranger")).toThrow("other");
  open.resolve(undefined);
  await first;
  expect(await second).toBe("second");
  expect(state.running).toBe(0);
});

test("after a stranger's work only known people go in until the rest is over", async () => {
  vi.useFakeTimers();
  try {
    const beginRest = () => () => 600;
    const gate = createGate({ atOnceMax: 1, waitingMax: 2, refusal: () => new Error("full"), beginRest });
    const work = makeWork();
    const all = ["a", "b"].map((name) => gate.pass("stranger", work.start(name)));
    await vi.advanceTimersByTimeAsync(0);
    work.end("a");
    await vi.advanceTimersByTimeAsync(300);
    expect(work.begun).toEqual(["a"]);
    all.push(gate.pass("known", work.start("owner")));
    await vi.advanceTimersByTimeAsync(0);
    expect(work.begun).toEqual(["a", "owner"]);
    work.end("owner");
    await vi.advanceTimersByTimeAsync(299);
    expect(work.begun).toEqual(["a", "owner"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(work.begun).toEqual(["a", "owner", "b"]);
    work.end("b");
    expect(await Promise.all(all)).toEqual(["a", "b", "owner"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a rest that ends while the gate looks at the clock leaves nobody waiting", async () => {
  vi.useFakeTimers();
  const real = performance.now();
  let readings = 0;
  // Each look at the clock finds it a little later than the one before, as on a busy machine.
  const clock = vi.spyOn(performance, "now").mockImplementation(() => real + readings++);
  try {
    for (let restMs = 1; restMs <= 12; restMs += 1) {
      const gate = createGate({
        atOnceMax: 1,
        waitingMax: 2,
        refusal: () => new Error("full"),
        beginRest: () => () => restMs,
      });
      const all = Promise.all([1, 2, 3].map((n) => gate.pass("stranger", () => Promise.resolve(n))));
      await vi.runAllTimersAsync();
      expect(await Promise.race([all, Promise.resolve("still waiting")]), String(restMs)).toEqual([1, 2, 3]);
    }
  } finally {
    clock.mockRestore();
    vi.useRealTimers();
  }
});
