import { describe, expect, it } from "vitest";
import { ByteSink } from "#lib/ifc/details/spool/byte-sink.ts";
import { FRAME, iterateFrames, KEPT_BYTES_MAX, SpoolCursor } from "#lib/ifc/details/spool/spool.ts";
import { readElementFrame, SetMemory } from "#lib/service/server/elements/element-frame.ts";
import { readSpool } from "./details-support.ts";
import { globalId, readFixture, relation, stepFile } from "./support.ts";

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    yield await Promise.resolve(bytes.subarray(from, from + size));
  }
}

async function framesOf(bytes: Uint8Array, size = bytes.length): Promise<[number, string][]> {
  const frames: [number, string][] = [];
  for await (const some of iterateFrames(inChunks(bytes, size))) {
    for (const { kind, body } of some) frames.push([kind, Buffer.from(body).toString("base64")]);
  }
  return frames;
}

describe("numbers in a spool", () => {
  it("come back as they were", () => {
    const sink = new ByteSink();
    const numbers = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
    sink.numbers(numbers, numbers.length);
    expect(new SpoolCursor(sink.bytes.subarray(0, sink.length)).numbers()).toEqual(numbers);
  });
});

describe("a spool", () => {
  it("gives the same frames however it is cut into chunks", async () => {
    const bytes = await readSpool(readFixture("duplex-a-georef-revit2011.ifc"), "IfcWallStandardCase");
    const whole = await framesOf(bytes);
    expect(whole.filter(([kind]) => kind === FRAME.element).length).toBeGreaterThan(10);
    for (const size of [1, 7, 4096]) expect(await framesOf(bytes, size), String(size)).toEqual(whole);
  });

  it("that ends within a frame is never taken for a whole one", async () => {
    const bytes = await readSpool(
      stepFile("#1=IFCWALL('0000000000000000000WAL',$,'Wall',$,$,$,$,$,$);"),
      "IfcWall",
    );
    expect(await framesOf(bytes)).toHaveLength(1);
    for (let length = 1; length < bytes.length; length++) {
      await expect(framesOf(bytes.subarray(0, length)), String(length)).rejects.toThrow(
        /ends within a frame/,
      );
    }
  });

  it("with an impossible length is refused before anything is held", async () => {
    const damaged = Uint8Array.of(FRAME.set, 0xff, 0xff, 0xff, 0xff, 0x7f);
    await expect(framesOf(damaged)).rejects.toThrow(/too large/);
  });

  it("lets its reader keep no more than it says, and still have every set of every element", async () => {
    const text = "x".repeat(3 << 20);
    const sets = [1, 2, 3, 4, 5];
    const records = [
      ...[11, 12, 13].map((id) => `#${id}=IFCWALL('${globalId(String(id))}',$,'Wall',$,$,$,$,$,$);`),
      ...sets.flatMap((set) => [
        `#${20 + set}=IFCPROPERTYSET('${globalId(`S${set}`)}',$,'Set ${set}',$,(#${30 + set}));`,
        `#${30 + set}=IFCPROPERTYSINGLEVALUE('P',$,IFCTEXT('${text}${set}'),$);`,
        relation(40 + set, "IFCRELDEFINESBYPROPERTIES", "(#11,#12,#13)", `#${20 + set}`),
      ]),
    ];
    const bytes = await readSpool(stepFile(records), "IfcWall");
    const memory = new SetMemory();
    let keptBytes = 0;
    let elements = 0;
    for await (const frames of iterateFrames(inChunks(bytes, 1 << 20))) {
      for (const frame of frames) {
        if (frame.kind === FRAME.keptSet) keptBytes += frame.body.length;
        if (frame.kind !== FRAME.element) {
          memory.note(frame);
          continue;
        }
        const element = readElementFrame(frame.body);
        const ends = element.sets.map((set) => Buffer.from(memory.get(set)).toString("latin1").at(-2));
        expect(ends).toEqual(sets.map(String));
        memory.passElement();
        elements++;
      }
    }
    expect(elements).toBe(3);
    expect(keptBytes).toBeGreaterThan(0);
    expect(keptBytes).toBeLessThanOrEqual(KEPT_BYTES_MAX);
  });
});
