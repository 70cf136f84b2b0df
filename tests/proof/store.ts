/**
 * The proof `store`: files in S3-compatible storage, and the store gone for 30 seconds in the middle of an upload, of the reading of a
 * model, and of downloads. Nothing that was confirmed is lost, and what was under way ends whole.
 */
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeManyDoors } from "#tests/support/many-doors.ts";
import { startProduct, type Product } from "#tests/support/product.ts";
import { untilRead } from "#tests/support/ready-model.ts";
import { startS3Store, type S3Store } from "#tests/support/s3-store.ts";
import { openScratch } from "#tests/support/scratch.ts";
import { openService, type ServiceCaller } from "#tests/support/service-caller.ts";
import { until } from "#tests/support/until.ts";
import { proofOf, type Proof, type Say } from "./proof.ts";

const OUTAGE_MS = 30_000;
const LIMIT_MS = 10 * 60_000;
/** 27 MB as a file, some parts of an upload; and 75 MB of answers. */
const DOORS = { count: 250_000 };

type Way = {
  service: ServiceCaller;
  ask: (path: string) => Promise<Response>;
  project: string;
  file: string;
};

export async function proveStore(say: Say): Promise<Proof> {
  await using folder = await openScratch("store");
  const bucket = join(folder.path, "bucket");
  await mkdir(bucket);
  await using opened = new AsyncDisposableStack();
  const store = opened.adopt(await startS3Store(bucket), (started) => started.stop());
  const file = join(folder.path, "many-doors.ifc");
  await writeManyDoors(file, DOORS);
  await using product = await startProduct({ environment: store.variables });
  const way = await prepare(product, file);
  const lines = [
    await cutUpload(way, store, say),
    await cutReading(way, store, say),
    await cutDownloads(way, store, say),
  ];
  return proofOf(
    true,
    lines.map((line) => `- ${line}`),
  );
}

async function prepare({ access }: Product, file: string): Promise<Way> {
  const service = await openService(access);
  const cloud = await service.post("/cloud", { name: "Bucket" });
  const made = await service.post(`/cloud/${String(cloud.id)}/project`, { name: "Blok A" });
  return {
    service,
    file,
    project: `/cloud/${String(cloud.id)}/project/${String(made.id)}`,
    ask: (path) =>
      fetch(`${access.origin}/service${path}`, { headers: { authorization: `Bearer ${service.token}` } }),
  };
}

/** Takes the store away for the duration of the outage. */
async function outage(store: S3Store): Promise<void> {
  await store.goAway();
  await pause(OUTAGE_MS);
  await store.comeBack();
}

type Documents = { id: number; size: number; model_id: number }[];

async function listDocuments({ service, project }: Way): Promise<Documents> {
  return (await service.get(`${project}/document`)) as Documents;
}

async function cutUpload(way: Way, store: S3Store, say: Say): Promise<string> {
  const before = store.count("PUT");
  const sending = way.service.upload(way.project, way.file);
  await until("a part of the file is stored", () => store.count("PUT") > before + 1, LIMIT_MS);
  await outage(store);
  const { model_id: modelId } = await sending;
  const [document] = await listDocuments(way);
  const { size } = await openAsBlob(way.file);
  if (document?.size !== size) throw new Error("the document that was confirmed is not whole");
  await untilRead(way.service, way.project, [modelId], LIMIT_MS);
  say("upload: whole");
  return `In the middle of an upload of ${(size / 1e6).toFixed(0)} MB: the upload waited, was confirmed when the store was back, and the model was read.`;
}

async function cutReading(way: Way, store: S3Store, say: Say): Promise<string> {
  const { model_id: modelId } = await way.service.upload(way.project, way.file);
  const before = store.count("PUT");
  await until("answers are being stored", () => store.count("PUT") > before, LIMIT_MS);
  await outage(store);
  await untilRead(way.service, way.project, [modelId], LIMIT_MS);
  const answer = await way.ask(`${way.project}/ifc/${String(modelId)}/element/simple?type=IfcDoor`);
  const doors = Object.keys((await answer.json()) as Record<string, unknown>).length;
  if (doors !== DOORS.count) throw new Error(`the model has ${String(doors)} doors`);
  say("reading: whole");
  return `In the middle of storing a model's answers: the model stayed in processing and was completed by itself, ${String(doors)} of ${String(DOORS.count)} doors in its answer.`;
}

async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
  return hash.digest("hex");
}

async function cutDownloads(way: Way, store: S3Store, say: Say): Promise<string> {
  const documents = await listDocuments(way);
  const wanted = await sha256Of(createReadStream(way.file));
  const gone = outage(store);
  const during: number[] = [];
  for (const { id } of documents)
    during.push((await way.ask(`${way.project}/document/${String(id)}/file`)).status);
  await gone;
  if (during.some((status) => status !== 200 && status !== 502 && status !== 503))
    throw new Error(`answers during the outage: ${during.join(", ")}`);
  for (const { id } of documents) {
    const answer = await way.ask(`${way.project}/document/${String(id)}/file`);
    if (answer.status !== 200 || answer.body === null) throw new Error(`document ${String(id)} is not there`);
    if ((await sha256Of(answer.body)) !== wanted) throw new Error(`document ${String(id)} is not the file`);
  }
  say("downloads: whole");
  return `Downloads begun during the outage were answered ${during.join(", ")}; afterwards each of the ${String(documents.length)} confirmed documents came back byte for byte (SHA-256).`;
}
