/**
 * The embedded service with its jobs running, for tests about uploads and models. Where the service under test is the whole product, the
 * product runs the jobs; where it is the service alone, they run here.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import { documentSchema, modelSchema } from "#lib/service/contract/records.ts";
import type { DocumentRecord, ModelRecord } from "#lib/service/contract/records.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { makeScratchFolder, removeScratchFolder } from "./scratch.ts";
import { startServiceJobs } from "./service-jobs.ts";
import { openService } from "./service-under-test.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";
import { until } from "./until.ts";
import { signedWire } from "./wire.ts";
import type { Wire } from "./wire.ts";

export type ModelService = {
  service: ServiceUnderTest;
  /** The application that owns the project. */
  first: Wire;
  second: Wire;
  /** Path of a project of the first application, e.g. /cloud/1/project/2. */
  project: string;
  /** The service's file store, for checks behind the answers. */
  storage: Storage;
  stop: () => Promise<void>;
};

/** Opens the service, starts the jobs if the product does not run them, and creates a project. */
export async function openModelService(): Promise<ModelService> {
  const scratch = await makeScratchFolder("models");
  process.env["PORTICO_DATA_DIR"] = scratch;
  const service = await openService();
  const stopJobs = await startOwnJobs(service);
  const first = await signedWire(service.baseUrl, service.first);
  const second = await signedWire(service.baseUrl, service.second);
  return {
    service,
    first,
    second,
    project: await makeProject(first),
    storage: createLocalStorage(path.join(inject("product")?.dataDir ?? scratch, "files")),
    stop: async () => {
      await stopJobs();
      await service.stop();
      await removeScratchFolder(scratch);
    },
  };
}

async function startOwnJobs(service: ServiceUnderTest): Promise<() => Promise<void>> {
  const { getEnv } = await import("#lib/core/env.ts");
  if (!service.baseUrl.startsWith(getEnv().origin)) return () => Promise.resolve();
  const jobs = await startServiceJobs({ db: service.db, databaseUrl: getEnv().DATABASE_URL ?? "" });
  return () => jobs.stop();
}

/** A new cloud with a project; returns the project's path. */
export async function makeProject(call: Wire): Promise<string> {
  const cloud = idOf((await call("POST", "/cloud", { name: "Harbour house" })).body);
  const project = await call("POST", `/cloud/${String(cloud)}/project`, { name: "Phase 2" });
  return `/cloud/${String(cloud)}/project/${String(idOf(project.body))}`;
}

function idOf(body: unknown): number {
  if (typeof body === "object" && body !== null && "id" in body && typeof body.id === "number")
    return body.id;
  throw new Error(`no id in ${JSON.stringify(body)}`);
}

/** A multipart form in the order given; a Uint8Array becomes a file part. */
export function formOf(
  parts: [name: string, value: string | Uint8Array<ArrayBuffer>, fileName?: string][],
): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([value]), fileName ?? "model.ifc");
  }
  return form;
}

/** Uploads a file, as the next version of another document if given, and expects the document's record. */
export async function upload(
  call: Wire,
  project: string,
  fileName: string,
  bytes: Uint8Array<ArrayBuffer>,
  successorOf?: string,
): Promise<DocumentRecord> {
  const answer = await call(
    "POST",
    `${project}/document`,
    formOf([
      ["name", fileName],
      ["file", bytes, fileName],
      ...(successorOf === undefined ? [] : [["successor_of", successorOf] satisfies [string, string]]),
    ]),
  );
  if (answer.status !== 201)
    throw new Error(`upload: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
  return documentSchema.parse(answer.body);
}

/** Uploads a file's bytes or a text, and expects the model's record once it was processed. */
export async function uploadModel(
  call: Wire,
  project: string,
  fileName: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<ModelRecord> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return untilRead(call, project, (await upload(call, project, fileName, bytes)).model_id);
}

/** The same for a file of tests/fixtures/ifc, which is named without its ending. */
export async function uploadFixture(call: Wire, project: string, name: string): Promise<ModelRecord> {
  const bytes = await readFile(`tests/fixtures/ifc/${name}.ifc`);
  return uploadModel(call, project, `${name}.ifc`, Uint8Array.from(bytes));
}

/** The model's record once it was processed: C or E. */
export async function untilRead(call: Wire, project: string, modelId: number | null): Promise<ModelRecord> {
  return until(`model ${String(modelId)} is read`, async () => {
    const model = modelSchema.parse((await call("GET", `${project}/ifc/${String(modelId)}`)).body);
    return model.status === "C" || model.status === "E" ? model : null;
  });
}
