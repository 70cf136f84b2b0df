/**
 * The same job with web-ifc 0.0.78 in the fastest way it offers: the file passed in chunks, raw lines in bulk, values taken as they come.
 * Nothing is written to disk. Prints what read-portico.ts prints.
 */
import { closeSync, openSync, readSync } from "node:fs";
import * as webIfc from "web-ifc";

const BATCH = 10_000;

/** Arguments of raw lines: values are `{type, value}`, references `{type: 5, value: number}`. */
type Raw = { type: number; value: unknown } | null | Raw[];
type Property = [name: unknown, value: unknown];
type PropertySet = { name: unknown; members: Map<unknown, unknown>; count: number };

const [inputPath = "", warmUps = "0"] = process.argv.slice(2);
let startCpu = process.cpuUsage();
let start = performance.now();
const api = new webIfc.IfcAPI();
await api.Init();
api.SetLogLevel(webIfc.LogLevel.LOG_LEVEL_OFF);

function valueOf(argument: Raw | undefined): unknown {
  if (argument === null || argument === undefined) return null;
  return Array.isArray(argument) ? argument.map(valueOf) : argument.value;
}

function numbersOf(argument: Raw | undefined): number[] {
  const list = Array.isArray(argument) ? argument : [argument ?? null];
  return list.flatMap((entry) => (entry && !Array.isArray(entry) ? [Number(entry.value)] : []));
}

function* iterateLines(model: number, types: number[]): Generator<{ id: number; type: number; args: Raw[] }> {
  for (const type of types) {
    const found = api.GetLineIDsWithType(model, type, true);
    const ids = Array.from({ length: found.size() }, (_, at) => found.get(at));
    for (let at = 0; at < ids.length; at += BATCH) {
      for (const line of api.GetRawLinesData(model, ids.slice(at, at + BATCH))) {
        yield { id: line.ID, type: line.type, args: line.arguments as Raw[] };
      }
    }
  }
}

/** The position of the value, by kind: IfcPropertySingleValue 2, quantities 3, bounded 2 and 3, table 2 and 3. */
function readProperties(model: number): Map<number, Property> {
  const properties = new Map<number, Property>();
  for (const { id, args } of iterateLines(model, [webIfc.IFCPROPERTYSINGLEVALUE])) {
    properties.set(id, [valueOf(args[0]), valueOf(args[2])]);
  }
  for (const { id, args } of iterateLines(model, [webIfc.IFCPHYSICALQUANTITY])) {
    properties.set(id, [valueOf(args[0]), valueOf(args[3])]);
  }
  const others = [
    webIfc.IFCPROPERTYENUMERATEDVALUE,
    webIfc.IFCPROPERTYLISTVALUE,
    webIfc.IFCPROPERTYBOUNDEDVALUE,
    webIfc.IFCPROPERTYTABLEVALUE,
    webIfc.IFCCOMPLEXPROPERTY,
    webIfc.IFCPROPERTYREFERENCEVALUE,
  ];
  for (const { id, args } of iterateLines(model, others)) {
    properties.set(id, [valueOf(args[0]), args.slice(2).map(valueOf)]);
  }
  return properties;
}

function readSets(model: number): Map<number, PropertySet> {
  const properties = readProperties(model);
  const sets = new Map<number, PropertySet>();
  for (const [type, content] of [
    [webIfc.IFCPROPERTYSET, 4],
    [webIfc.IFCELEMENTQUANTITY, 5],
  ] as const) {
    for (const { id, args } of iterateLines(model, [type])) {
      const members = new Map<unknown, unknown>();
      const ids = numbersOf(args[content]);
      for (const member of ids) {
        const property = properties.get(member);
        if (property) members.set(property[0], property[1]);
      }
      sets.set(id, { name: valueOf(args[2]), members, count: ids.length });
    }
  }
  return sets;
}

function relate(model: number, type: number): Map<number, number[]> {
  const related = new Map<number, number[]>();
  for (const { args } of iterateLines(model, [type])) {
    for (const element of numbersOf(args[4])) {
      const known = related.get(element);
      if (known) known.push(...numbersOf(args[5]));
      else related.set(element, numbersOf(args[5]));
    }
  }
  return related;
}

interface Found {
  elements: number;
  sets: number;
  properties: number;
}

function openModel(path: string): number {
  const fd = openSync(path, "r");
  try {
    return api.OpenModelFromCallback((offset, size) => {
      const bytes = new Uint8Array(size);
      return bytes.subarray(0, readSync(fd, bytes, 0, size, offset));
    });
  } finally {
    closeSync(fd);
  }
}

function readModel(path: string): Found {
  const model = openModel(path);
  const sets = readSets(model);
  const setsOf = relate(model, webIfc.IFCRELDEFINESBYPROPERTIES);
  const typesOf = relate(model, webIfc.IFCRELDEFINESBYTYPE);
  const setsOfType = new Map<number, number[]>();
  for (const { id, args } of iterateLines(model, [webIfc.IFCTYPEOBJECT])) {
    setsOfType.set(id, numbersOf(args[5]));
  }
  const found = { elements: 0, sets: 0, properties: 0 };
  for (const { id, args } of iterateLines(model, [webIfc.IFCPRODUCT])) {
    const attributes = new Map<unknown, unknown>(args.map((arg, at) => [at, valueOf(arg)]));
    const answer = new Map<unknown, Map<unknown, unknown>>([["attributes", attributes]]);
    const inherited = (typesOf.get(id) ?? []).flatMap((type) => setsOfType.get(type) ?? []);
    for (const setId of [...inherited, ...(setsOf.get(id) ?? [])]) {
      const set = sets.get(setId);
      if (!set) continue;
      const members = answer.get(set.name);
      answer.set(set.name, members ? new Map([...members, ...set.members]) : set.members);
      found.sets++;
      found.properties += set.count;
    }
    found.elements++;
  }
  api.CloseModel(model);
  return found;
}

if (Number(warmUps) > 0) {
  for (let n = 0; n < Number(warmUps); n++) readModel(inputPath);
  startCpu = process.cpuUsage();
  start = performance.now();
}
const found = readModel(inputPath);
const seconds = (performance.now() - start) / 1000;
const cpu = process.cpuUsage(startCpu);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds, cpuSeconds, peakMb, ...found }));
