import { beforeEach, expect, test } from "vitest";
import { addIngestJob } from "#lib/service/server/ingest/queue-model.ts";
import { useTestDatabase } from "#tests/support/database.ts";

let names = 0;

const { db } = await useTestDatabase();
beforeEach(async () => {
  await db.serviceCloud.deleteMany({});
  await db.serviceApplication.deleteMany({});
  await db.$executeRaw`delete from graphile_worker._private_jobs`;
});

async function makeApplication(): Promise<number> {
  names += 1;
  const { id } = await db.serviceApplication.create({
    data: { clientId: `app-${String(names)}`, name: "An application", scopes: [] },
  });
  return id;
}

type Place = { cloudId: number; projectId: number; label: string };

async function makeCloud(creatorAppId: number | null, label: string): Promise<Place> {
  const cloud = await db.serviceCloud.create({ data: { name: label, creatorAppId } });
  const project = await db.serviceProject.create({ data: { name: label, cloudId: cloud.id } });
  return { cloudId: cloud.id, projectId: project.id, label };
}

/** Adds waiting models; each name tells the model's owner and its order of arrival. */
async function uploadMany(place: Place, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    names += 1;
    const name = `${place.label}-${String(names).padStart(6, "0")}`;
    const model = await db.serviceModel.create({ data: { projectId: place.projectId, name } });
    await addIngestJob({ modelId: model.id, cloudId: place.cloudId }, db);
  }
}

/** Takes the model whose turn it is, as the queue would; null when nobody waits. */
async function serve(): Promise<string | null> {
  const [job] = await db.$queryRaw<{ id: string; name: string }[]>`
    select job.id::text, model.name from graphile_worker.jobs job
    join service_model model on job.key = 'service.ingest-model:' || model.id
    order by job.priority, job.run_at, job.id limit 1`;
  if (job === undefined) return null;
  await db.$executeRaw`delete from graphile_worker._private_jobs where id = ${job.id}::bigint`;
  return job.name;
}

async function serveMany(count: number): Promise<string[]> {
  const served: string[] = [];
  while (served.length < count) {
    const name = await serve();
    if (name === null) break;
    served.push(name);
  }
  return served;
}

function shareOf(served: readonly string[], label: string): number {
  return served.filter((name) => name.startsWith(label)).length;
}

test("fifty uploads of one application do not keep another one waiting", async () => {
  await uploadMany(await makeCloud(await makeApplication(), "busy"), 50);
  await serveMany(10);
  await uploadMany(await makeCloud(await makeApplication(), "late"), 1);
  expect(shareOf(await serveMany(2), "late")).toBe(1);
});

test("an application with many clouds has no more turns than one with a single cloud", async () => {
  const many = await makeApplication();
  for (let cloud = 0; cloud < 20; cloud += 1) await uploadMany(await makeCloud(many, "many"), 1);
  await uploadMany(await makeCloud(await makeApplication(), "one"), 10);
  const served = await serveMany(12);
  expect(shareOf(served, "one")).toBeGreaterThanOrEqual(5);
  expect(shareOf(served, "many")).toBeGreaterThanOrEqual(5);
});

test("the clouds of one application take turns, and each is served in the order of its uploads", async () => {
  const application = await makeApplication();
  await uploadMany(await makeCloud(application, "first"), 30);
  const second = await makeCloud(application, "second");
  await uploadMany(second, 5);
  const served = await serveMany(35);
  expect(shareOf(served.slice(0, 16), "second")).toBe(5);
  for (const label of ["first", "second"]) {
    const own = served.filter((name) => name.startsWith(label));
    expect(own).toEqual(own.toSorted());
  }
});

test("who always has one more upload ready cannot starve those who wait already", async () => {
  await uploadMany(await makeCloud(await makeApplication(), "waiting"), 30);
  await serveMany(5);
  const eager = await makeCloud(await makeApplication(), "eager");
  const served: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    await uploadMany(eager, 1);
    served.push(...(await serveMany(1)));
  }
  expect(shareOf(served, "waiting")).toBeGreaterThanOrEqual(8);
  expect(shareOf(served, "eager")).toBeGreaterThanOrEqual(8);
});

test("a cloud that no application owns any more counts for itself", async () => {
  await uploadMany(await makeCloud(null, "left"), 10);
  await uploadMany(await makeCloud(null, "right"), 1);
  expect(shareOf(await serveMany(2), "right")).toBe(1);
});
