/** Reads a model's details and returns the content of the spools, element by element, with texts instead of positions. */
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { deriveDetails, type DeriveResult } from "#lib/ifc/details/derive.ts";
import { DETAILS_FILE, isDetailsIndex, spoolName, type DetailsIndex } from "#lib/ifc/details/index.ts";
import { FRAME, iterateFrames } from "#lib/ifc/details/spool/spool.ts";
import { readElementFrame } from "#lib/service/server/elements/element-frame.ts";
import { withFile } from "./support.ts";

export interface DetailedElement {
  className: string;
  uuid: string;
  classifications: string[];
  layers: string[];
  systems: string[];
  materials: string[];
  /** Each object by its name, or else by its GlobalId. */
  building: string | null;
  storey: string | null;
  space: string | null;
  whole: string | null;
  types: string[];
  groups: string[];
}

export interface DetailedModel {
  index: DetailsIndex;
  elements: DetailedElement[];
}

/** A classification as one text. */
export function classificationText(name: unknown, notation: unknown, title: unknown): string {
  return JSON.stringify([name ?? null, notation ?? null, title ?? null]);
}

/** A material component as one text. */
export function materialText(name: unknown, thickness: unknown): string {
  return JSON.stringify([name ?? null, thickness ?? null]);
}

/** Reads the details of a file's content. */
export async function readDetailed(content: string | Uint8Array): Promise<DetailedModel> {
  const { result, model } = await tryDetailed(content);
  if (!model) throw new Error(JSON.stringify(result));
  return model;
}

/** The same for content that may be unreadable. */
export function tryDetailed(
  content: string | Uint8Array,
): Promise<{ result: DeriveResult; model: DetailedModel | null }> {
  return withFile(content, async (input) => {
    const result = await deriveDetails(input);
    if (result.status !== "ok") return { result, model: null };
    const index: unknown = JSON.parse(readFileSync(join(input.outputDir, DETAILS_FILE), "utf8"));
    if (!isDetailsIndex(index)) throw new Error("no index");
    const elements: DetailedElement[] = [];
    for (const { name } of index.classes) {
      for await (const frames of iterateFrames(createReadStream(join(input.outputDir, spoolName(name))))) {
        for (const { kind, body } of frames) {
          if (kind === FRAME.element) elements.push(readElement(name, body, index));
        }
      }
    }
    return { result, model: { index, elements } };
  });
}

/** The spool of a class, as bytes. */
export function readSpool(content: string | Uint8Array, className: string): Promise<Uint8Array> {
  return withFile(content, async (input) => {
    const result = await deriveDetails(input);
    if (result.status !== "ok") throw new Error(result.reason);
    return readFileSync(join(input.outputDir, spoolName(className)));
  });
}

function readElement(className: string, body: Uint8Array, index: DetailsIndex): DetailedElement {
  const element = readElementFrame(body);
  const related = (at: number): string => {
    const { name, globalId } = index.relatedObjects[at] ?? { name: null, globalId: "nothing there" };
    return name ?? globalId ?? "";
  };
  const one = (at: number | null): string | null => (at === null ? null : related(at));
  return {
    className,
    uuid: String(JSON.parse(Buffer.from(body.subarray(element.uuidStart, element.uuidEnd)).toString())),
    classifications: element.classifications.map((at) => {
      const entry = index.classifications[at];
      return classificationText(entry?.name, entry?.notation, entry?.title);
    }),
    layers: element.layers.map((at) => index.layers[at]?.name ?? ""),
    systems: element.systems.map((at) => index.systems[at]?.name ?? ""),
    materials: element.components.map((at) => {
      const component = index.components[at];
      const material = component?.material ?? null;
      return materialText(material === null ? null : index.materials[material]?.name, component?.thickness);
    }),
    building: one(element.building),
    storey: one(element.storey),
    space: one(element.space),
    whole: one(element.whole),
    types: element.types.map(related),
    groups: element.groups.map(related),
  };
}
