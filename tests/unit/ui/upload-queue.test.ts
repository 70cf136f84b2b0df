/** The upload list: what it checks, sends, stops and says about each file. The test supplies everything it asks of the outside. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  FILES_MAX,
  UploadQueue,
  type UploadItem,
} from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/_components/upload/upload-queue.ts";
import type { SendResult } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/_components/upload/send-file.ts";
import type { SameUpload, SuccessionChoice } from "#lib/features/models/schema.ts";
import { until } from "#tests/support/until.ts";

const DONE = { kind: "outcome", outcome: { state: "DONE" } } as SendResult;
const STOPPED: SendResult = { kind: "cut", cancelled: true, message: "stopped" };

type Sent = { item: UploadItem; end: (result: SendResult, same?: SameUpload[]) => void };

/** A queue whose uploads end when the test says so. `known`: hashes that the project has. */
function makeQueue(
  known: readonly string[] = [],
  named: (file: File) => SuccessionChoice | null = () => null,
): {
  queue: UploadQueue;
  sent: Sent[];
  asked: (string | null)[];
} {
  const sent: Sent[] = [];
  const asked: (string | null)[] = [];
  let keys = 0;
  const queue = new UploadQueue({
    newKey: () => `key-${String(++keys)}`,
    send: (item) => {
      const { promise, resolve } = Promise.withResolvers<{
        result: SendResult;
        same: readonly SameUpload[];
        modelId: number | null;
      }>();
      sent.push({ item, end: (result, same = []) => resolve({ result, same, modelId: 9 }) });
      return { done: promise, cancel: () => resolve({ result: STOPPED, same: [], modelId: null }) };
    },
    ask: async (file, sha256) => {
      asked.push(sha256);
      const same = sha256 !== null && known.includes(sha256) ? [upload("there.ifc")] : [];
      return Promise.resolve({ needsHash: known.length > 0, same, named: named(file) });
    },
    hash: async (file) =>
      createHash("sha256")
        .update(Buffer.from(await file.arrayBuffer()))
        .digest("hex"),
  });
  return { queue, sent, asked };
}

const upload = (name: string): SameUpload => ({
  modelId: 7,
  name,
  by: "Sanne",
  at: "2026-11-01T00:00:00Z",
  href: "/operations/x",
});
const fileOf = (name: string, content = name): File => new File([content], name);
const steps = (queue: UploadQueue): string[] =>
  queue.read().items.map(({ file, step }) => `${file.name} ${step.is}`);
const settled = (queue: UploadQueue): Promise<true | undefined> =>
  until("the checks", async () =>
    Promise.resolve(queue.read().items.every(({ step }) => step.is !== "checking") || undefined),
  );

test("several files go out a few at a time, and each tells its own end", async () => {
  const { queue, sent } = makeQueue();
  queue.add(["a.ifc", "b.ifc", "c.IFC", "d.ifczip", "e.ifc"].map((name) => fileOf(name)));
  await settled(queue);
  expect(sent).toEqual([]);
  queue.start();
  expect(steps(queue)).toEqual([
    "a.ifc sending",
    "b.ifc sending",
    "c.IFC sending",
    "d.ifczip ready",
    "e.ifc ready",
  ]);
  expect(new Set(sent.map(({ item }) => item.key)).size).toBe(3);
  sent[1]?.end(DONE);
  await until("the fourth", async () => Promise.resolve(sent[3]));
  expect(steps(queue)).toEqual(["a.ifc sending", "c.IFC sending", "d.ifczip sending", "e.ifc ready"]);
  expect(queue.read()).toMatchObject({ arrived: 1, lastArrived: "b.ifc" });
  sent[0]?.end({ kind: "refused", message: "Storage is full.", requestId: "r" });
  await until("the last", async () => Promise.resolve(sent[4]));
  for (const each of sent.slice(2)) each.end(DONE);
  await until("the end", async () => Promise.resolve(!queue.isBusy || undefined));
  expect(steps(queue)).toEqual(["a.ifc ended"]);
});

test("what cannot become a model is refused by itself, and the others go", async () => {
  const { queue, sent } = makeQueue();
  const huge = Object.defineProperty(fileOf("huge.ifc"), "size", { value: 21 * 1024 ** 3 });
  queue.add([
    fileOf("plan.dwg"),
    fileOf("empty.ifc", ""),
    huge,
    fileOf(`${"x".repeat(260)}.ifc`),
    fileOf("good.ifc"),
  ]);
  await settled(queue);
  queue.start();
  expect(queue.read().items.map(({ step }) => (step.is === "refused" ? step.why : step.is))).toEqual([
    "ending",
    "empty",
    "large",
    "name",
    "sending",
  ]);
  expect(sent.map(({ item }) => item.file.name)).toEqual(["good.ifc"]);
});

test("bytes that are in the project, or twice in the list, wait for a decision and are never sent by themselves", async () => {
  const { queue, sent, asked } = makeQueue([createHash("sha256").update("door").digest("hex")]);
  queue.add([fileOf("a.ifc", "door"), fileOf("b.ifc", "wall"), fileOf("c.ifc", "wall")]);
  queue.start();
  await settled(queue);
  expect(steps(queue)).toEqual(["a.ifc same", "b.ifc sending", "c.ifc same"]);
  expect(queue.read().items[2]?.step).toMatchObject({ sameness: { fileName: "b.ifc" } });
  expect(queue.isBusy).toBe(true);
  const [a, , c] = queue.read().items;
  queue.remove(c?.id ?? 0);
  queue.keep(a?.id ?? 0);
  expect(steps(queue)).toEqual(["a.ifc sending", "b.ifc sending"]);
  expect(sent).toHaveLength(2);
  expect(asked.filter((hash) => hash !== null)).toHaveLength(2);
});

test("no file is read for its hash where the project has none of its size; one that cannot be checked says so", async () => {
  const { queue, asked } = makeQueue();
  queue.add([fileOf("a.ifc")]);
  await settled(queue);
  expect(asked).toEqual([null]);

  const silent = new UploadQueue({
    newKey: () => "k",
    send: () => ({ done: new Promise(() => undefined), cancel: () => undefined }),
    ask: () => Promise.reject(new Error("Portico does not answer.")),
    hash: () => Promise.resolve(""),
  });
  silent.add([fileOf("a.ifc")]);
  await settled(silent);
  expect(silent.read().items[0]?.step).toEqual({ is: "ready", unchecked: true });
});

test("one upload is stopped without the others, and goes again with a key of its own", async () => {
  const { queue, sent } = makeQueue();
  queue.add([fileOf("a.ifc"), fileOf("b.ifc")]);
  await settled(queue);
  queue.start();
  const [first] = queue.read().items;
  queue.remove(first?.id ?? 0);
  await until("the stop", async () => Promise.resolve(steps(queue)[0] === "a.ifc ended" || undefined));
  expect(steps(queue)).toEqual(["a.ifc ended", "b.ifc sending"]);
  queue.again(first?.id ?? 0);
  expect(sent.map(({ item }) => item.file.name)).toEqual(["a.ifc", "b.ifc", "a.ifc"]);
  expect(sent[2]?.item.key).not.toBe(sent[0]?.item.key);
  queue.remove(first?.id ?? 0);
});

test("a model of the file's name is proposed once; two files of one name do not go at the same time", async () => {
  const { queue, sent } = makeQueue([], () => ({ modelId: 12, name: "Tower.ifc", nextNumber: 4 }));
  queue.add([fileOf("tower.ifc", "1"), fileOf("TOWER.ifc", "22")]);
  await settled(queue);
  expect(queue.read().items.map(({ replaces, isByName }) => [replaces, isByName])).toEqual([
    [12, true],
    [null, false],
  ]);
  queue.start();
  expect(steps(queue)).toEqual(["tower.ifc sending", "TOWER.ifc ready"]);
  sent[0]?.end(DONE);
  await until("the second", async () => Promise.resolve(sent[1]));
  sent[1]?.end(DONE, [upload("tower.ifc")]);
  await until("the end", async () => Promise.resolve(!queue.isBusy || undefined));
  // The same bytes came from elsewhere in the meantime: the queue says so once the upload has arrived.
  expect(queue.read().items[0]?.step).toMatchObject({ is: "arrived", same: [{ name: "tower.ifc" }] });
});

test("a file that waits for another one of its model goes as soon as it is of another model", async () => {
  const { queue } = makeQueue();
  queue.add([fileOf("first.ifc"), fileOf("second.ifc")]);
  await settled(queue);
  const [first, second] = queue.read().items;
  for (const item of [first, second]) queue.choose(item?.id ?? -1, 12);
  queue.start();
  expect(steps(queue)).toEqual(["first.ifc sending", "second.ifc ready"]);
  queue.choose(second?.id ?? -1, 13);
  expect(steps(queue)).toEqual(["first.ifc sending", "second.ifc sending"]);
});

test("the list is bounded, and says how many were left out", () => {
  const { queue } = makeQueue();
  queue.add(Array.from({ length: FILES_MAX + 30 }, (_, n) => fileOf(`${String(n)}.ifc`)));
  expect(queue.read().items).toHaveLength(FILES_MAX);
  expect(queue.read().leftOut).toBe(30);
});
