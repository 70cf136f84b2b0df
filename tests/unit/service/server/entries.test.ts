import fc from "fast-check";
import { expect, test } from "vitest";
import { findElement, isGlobalId, iterateEntries } from "#lib/service/server/elements/entries.ts";
import { repeatsOf } from "#tests/support/repeats.ts";

const encoder = new TextEncoder();

function inChunks(text: string, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += size)));
    },
  });
}

async function find(answer: unknown, id: string, size = 7): Promise<unknown> {
  const found = await findElement(inChunks(JSON.stringify(answer), size), id);
  return found === null ? null : JSON.parse(found.toString("utf8"));
}

const ID = "0jMRtfHYXE7u4s_CQ2uVE9";
const OTHER = "2O2Fr$t4X7Zf8NOew3FNr2";

const ENTRIES = [
  '"a":{"attributes":{"Name":"plain"}}',
  '"b \\"quoted\\" {":{"attributes":{"Name":"}},\\"c\\":{"},"Pset":{"Codes":[1,[2]],"Text":"\\\\"}}',
  '"ü":{"attributes":{}}',
];
const WHOLE = `{${ENTRIES.join(",")}}`;

const entriesOf = (text: string, size: number): Promise<string[]> =>
  Array.fromAsync(iterateEntries(inChunks(text, size)), (entry) => Buffer.from(entry).toString());

test("the entries of an answer are the same however it is cut into chunks", async () => {
  for (let size = 1; size <= Buffer.byteLength(WHOLE); size++)
    expect(await entriesOf(WHOLE, size), String(size)).toEqual(ENTRIES);
  expect(await entriesOf("{}", 1)).toEqual([]);
});

test("entries of an answer that was cut off are not taken for whole", async () => {
  for (const length of [1, 20, WHOLE.length - 1])
    await expect(entriesOf(WHOLE.slice(0, length), 8), String(length)).rejects.toThrow(/ends inside/);
});

test("an element is found wherever the pieces of the answer begin and end", async () => {
  const element = { attributes: { Name: 'brace } and "quote" \\' }, Set: { A: [1, "}"], B: null } };
  const answer = { [OTHER]: { attributes: { Tag: ID } }, [ID]: element };
  for (let size = 1; size <= 200; size += 1)
    expect(await find(answer, ID, size), String(size)).toEqual(element);
});

test("the id in a value, in a name of a set or of a property is not taken for the element", async () => {
  const answer = {
    [OTHER]: {
      attributes: { Name: `"${ID}":{"attributes":{`, [ID]: 1 },
      [ID]: { attributes: 1 },
      Set: { [ID]: "x", attributes: ["y"] },
    },
  };
  expect(await find(answer, ID)).toBeNull();
  expect(await find({ ...answer, [ID]: { attributes: { Name: "real" } } }, ID)).toEqual({
    attributes: { Name: "real" },
  });
});

test("every element of any answer is found as JSON.parse finds it, and nothing else", async () => {
  const id = fc.stringMatching(/^[0-9A-Za-z_$]{22}$/);
  const raw = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const values = fc.dictionary(fc.oneof(fc.string(), id, fc.constant("attributes")), raw, {
    noNullPrototype: true,
  });
  // A set is never called `attributes` (the reader renames it), and JavaScript moves numeric names to the front.
  const setName = fc.string().map((name) => `Pset_${name}`);
  const element = fc
    .tuple(values, fc.dictionary(setName, values, { noNullPrototype: true }))
    .map(([attributes, sets]) => ({ attributes, ...sets }));
  const answer = fc.dictionary(id, element, { minKeys: 1, noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(answer, id, fc.integer({ min: 1, max: 64 }), async (elements, absent, size) => {
      for (const [key, value] of Object.entries(elements)) {
        const text = JSON.stringify(value);
        expect(JSON.stringify(await find(elements, key, size))).toBe(text);
      }
      if (!Object.hasOwn(elements, absent)) expect(await find(elements, absent, size)).toBeNull();
    }),
    { numRuns: repeatsOf(300, 60) },
  );
});

test("an answer that ends inside the element is an error, never a short element", async () => {
  const text = JSON.stringify({ [ID]: { attributes: { Name: "long enough" } } });
  for (let length = 45; length < text.length - 1; length += 1) {
    await expect(findElement(inChunks(text.slice(0, length), 5), ID)).rejects.toThrow("ends inside");
  }
});

test("only the 22 characters of a GlobalId pass for one", () => {
  expect(isGlobalId(ID)).toBe(true);
  for (const text of ["", ID.slice(1), `${ID}0`, `${ID.slice(1)}"`, `${ID.slice(1)}\n`, `${ID}\n`]) {
    expect(isGlobalId(text), JSON.stringify(text)).toBe(false);
  }
});
