/** What the independent readers of the tests have in common: one web-ifc for all models of a process, and its references. */
import * as webIfc from "web-ifc";

let shared: Promise<webIfc.IfcAPI> | undefined;

async function startApi(): Promise<webIfc.IfcAPI> {
  const api = new webIfc.IfcAPI();
  await api.Init();
  api.SetLogLevel(webIfc.LogLevel.LOG_LEVEL_OFF);
  return api;
}

export type Line = Record<string, unknown> & { expressID: number; type: number };

/** The lines of an open model. */
export class ModelLines {
  readonly api: webIfc.IfcAPI;
  readonly model: number;

  constructor(api: webIfc.IfcAPI, model: number) {
    this.api = api;
    this.model = model;
  }

  line(id: number): Line {
    return this.api.GetLine(this.model, id) as Line;
  }

  className({ type }: Pick<Line, "type">): string {
    return this.api.GetNameFromTypeCode(type);
  }

  /** Numbers of all lines of a class and of those below it. */
  ids(type: number): number[] {
    const found = this.api.GetLineIDsWithType(this.model, type, true);
    return Array.from({ length: found.size() }, (_, at) => found.get(at));
  }

  /** For each line that relations of a class name in one attribute, the lines that they name in another. */
  relate(type: number, from: string, to: string): Map<number, number[]> {
    const related = new Map<number, number[]>();
    for (const id of this.ids(type)) {
      const relation = this.line(id);
      for (const one of refs(relation[from]))
        related.set(one, [...(related.get(one) ?? []), ...refs(relation[to])]);
    }
    return related;
  }
}

/** Reads a model with web-ifc 0.0.78. */
export async function readWithWebIfc<Read>(
  bytes: Uint8Array,
  read: (lines: ModelLines) => Read,
): Promise<Read> {
  const api = await (shared ??= startApi());
  const model = api.OpenModel(bytes);
  try {
    return read(new ModelLines(api, model));
  } finally {
    api.CloseModel(model);
  }
}

/** Numbers of the lines that a value of GetLine refers to. */
export function refs(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) =>
    typeof entry === "object" && entry !== null && "type" in entry && entry.type === 5 && "value" in entry
      ? [Number(entry.value)]
      : [],
  );
}
