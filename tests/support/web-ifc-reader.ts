/** What the independent readers of the tests have in common: one web-ifc for all models of a process, and its references. */
import * as webIfc from "web-ifc";

let shared: Promise<webIfc.IfcAPI> | undefined;

async function startApi(): Promise<webIfc.IfcAPI> {
  const api = new webIfc.IfcAPI();
  await api.Init();
  api.SetLogLevel(webIfc.LogLevel.LOG_LEVEL_OFF);
  return api;
}

/** Reads a model with web-ifc 0.0.78. */
export async function readWithWebIfc<Read>(
  bytes: Uint8Array,
  read: (api: webIfc.IfcAPI, model: number) => Read,
): Promise<Read> {
  const api = await (shared ??= startApi());
  const model = api.OpenModel(bytes);
  try {
    return read(api, model);
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
