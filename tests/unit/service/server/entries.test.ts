import { describe, expect, it } from "vitest";
import { iterateEntries } from "#lib/service/server/elements/entries.ts";

const ENTRIES = [
  '"a":{"attributes":{"Name":"plain"}}',
  '"b \\"quoted\\" {":{"attributes":{"Name":"}},\\"c\\":{"},"Pset":{"Codes":[1,[2]],"Text":"\\\\"}}',
  '"ü":{"attributes":{}}',
];

async function cut(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let from = 0; from < bytes.length; from += size) {
      yield await Promise.resolve(Uint8Array.from(bytes.subarray(from, from + size)));
    }
  }
  const entries: string[] = [];
  for await (const entry of iterateEntries(chunks())) entries.push(Buffer.from(entry).toString());
  return entries;
}

describe("the entries of an answer", () => {
  it("are the same however it is cut into chunks", async () => {
    const text = `{${ENTRIES.join(",")}}`;
    for (let size = 1; size <= Buffer.byteLength(text); size++) {
      expect(await cut(text, size), String(size)).toEqual(ENTRIES);
    }
    expect(await cut("{}", 1)).toEqual([]);
  });

  it("of an answer that was cut off are not taken for whole", async () => {
    const text = `{${ENTRIES.join(",")}}`;
    for (const length of [1, 20, text.length - 1]) {
      await expect(cut(text.slice(0, length), 8), String(length)).rejects.toThrow(/ends inside/);
    }
  });
});
