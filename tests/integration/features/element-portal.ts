/**
 * For the tests of elements and exports: a portal with one cloud and one project at the embedded service, jobs running in this process, and
 * models read from real files.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { openElementTable } from "#lib/features/elements/queries.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import { stopReadings } from "#lib/features/elements/reading.ts";
import { runExport } from "#lib/features/exports/jobs.ts";
import { uploadModel } from "#lib/features/models/commands.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { getModelAtService, getModelSource } from "#lib/features/models/source.ts";
import { startJobs, type RunningJobs } from "#lib/jobs/runner.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { until } from "#tests/support/until.ts";
import { formKey, pieces, startPortal, type Portal } from "./portal.ts";

export type ElementPortal = Portal & {
  cloudId: string;
  projectId: string;
  staff: Actor;
  /** Requests for elements that reached the proxy. */
  elementRequests(): number;
  /** Uploads a file with this content; resolves with the service's model id, before the service has read it. */
  uploadFile(fileName: string, content: string | Buffer, replaces?: number): Promise<number>;
  /** The same with a file of tests/fixtures/ifc; resolves once the model is ready. */
  uploadFixture(fileName: string, replaces?: number): Promise<number>;
  modelAtService(modelId: number): Promise<ModelView>;
  /** Waits until a model is ready. */
  untilReady(modelId: number): Promise<void>;
  /** The table of a class, as soon as it has been read. */
  openTable(modelId: number, ifcClass: string): Promise<SnapshotView>;
  /** The service's own answer, without the portal's reading. */
  askService(modelId: number, ifcClass: string): Promise<string>;
  startJobs(): Promise<void>;
  stopJobs(): Promise<void>;
};

/** A portal for the tests of one file, with these models of tests/fixtures/ifc; its jobs are running. */
export async function useElementPortal(...fixtures: string[]): Promise<ElementPortal & { models: number[] }> {
  const portal = await startElementPortal();
  afterAll(() => portal.stop());
  await portal.startJobs();
  const models: number[] = [];
  for (const fixture of fixtures) models.push(await portal.uploadFixture(fixture));
  return { ...portal, models };
}

export const ELEMENTS = /\/element\/simple/;

async function startElementPortal(): Promise<ElementPortal> {
  const portal = await startPortal();
  const staff = await portal.actor();
  const { cloudId } = await portal.makeCloud(staff, "Kanaalzone Noord");
  const { projectId } = await portal.makeProject(staff, cloudId, "Blok C");
  let jobs: RunningJobs | null = null;

  const stopJobs = async (): Promise<void> => {
    await jobs?.stop();
    jobs = null;
  };
  const elements: ElementPortal = {
    ...portal,
    cloudId,
    projectId,
    staff,
    elementRequests: () => portal.proxy.count("GET", ELEMENTS),
    uploadFile: async (fileName, content, replaces) => {
      const file = { fileName, sizeBytes: Buffer.byteLength(content), content: pieces(content) };
      const form = { key: formKey(), projectId, replaces: replaces ?? null };
      const { modelId } = await uploadModel(staff, { ...form, ...file });
      if (modelId === null) throw new Error("the upload gave no model");
      return modelId;
    },
    uploadFixture: async (fileName, replaces) => {
      const content = await readFile(path.resolve("tests/fixtures/ifc", fileName));
      const modelId = await elements.uploadFile(fileName, content, replaces);
      await elements.untilReady(modelId);
      return modelId;
    },
    modelAtService: async (modelId) => getModelAtService(await getModelSource(projectId), modelId),
    untilReady: async (modelId) => {
      await until("the model is ready", async () => {
        const model = await elements.modelAtService(modelId);
        if (model.state === "failed") throw new Error(model.errors.join(" "));
        return model.isQueryable;
      });
    },
    openTable: (modelId, ifcClass) =>
      until("the table", async () => {
        const page = await openElementTable(staff, { cloudId, projectId, modelId, ifcClass });
        if (page.state !== "open" || page.table.state === "reading") return null;
        if (page.table.state !== "ready") throw new Error(JSON.stringify(page.table));
        return page.table.snapshot;
      }),
    askService: async (modelId, ifcClass) => {
      const { client, cloudServiceId, projectServiceId } = await getModelSource(projectId);
      const answer = await client.streamSimpleElements(cloudServiceId, projectServiceId, modelId, ifcClass);
      return Buffer.concat(await Array.fromAsync(answer.body)).toString();
    },
    startJobs: async () => {
      jobs = await startJobs({
        databaseUrl: portal.service.databaseUrl,
        handlers: {
          ...createServiceJobs({ db: portal.db, storage: getStorage() }),
          "portal.export-csv": runExport,
          "portal.export-part": (payload, context) => runExport(payload, context),
        },
      });
    },
    stopJobs,
    stop: async () => {
      await stopJobs();
      await stopReadings();
      await portal.stop();
    },
  };
  return elements;
}

/** An answer of `element/simple` with many doors, for tests that need time: about 0.3 kB each. */
export function manyDoors(count: number): Buffer {
  const doors: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const id = `2O2Fr$t4X7Zf8N${String(i).padStart(8, "0")}`;
    doors.push(
      `"${id}":{"attributes":{"Name":"D-${String(i)} \\"Entrance\\", east","Tag":"${String(300_000 + i)}","OverallHeight":2.10,"OverallWidth":${String(i)}e-3},` +
        `"Pset_DoorCommon":{"IsExternal":${i % 2 === 0 ? "true" : "false"},"FireRating":${i % 3 === 0 ? '""' : '"EI30"'},"Reference":"=T${String(i)}","AcousticRating":null},` +
        `"Pset_Other":{"A":[1,2.50],"B":{"c":null},"C":-0.02,"D":"text ${String(i)}"}}`,
    );
  }
  return Buffer.from(`{${doors.join(",")}}`);
}
