/** A Cloud with a project and models that are ready, made at the service as any application would, and where the portal shows them. */
import type { BrowserContext } from "@playwright/test";
import { openDb } from "./connected.ts";
import { openService, type ServiceCaller } from "./service-caller.ts";
import type { ProductAccess } from "./product.ts";
import { until } from "./until.ts";

const PROCESSED_MS_MAX = 120_000;

/** A file is a path, or with `text` the name of a file that has it; `ends`: the state that the service gives it, else ready. */
type WantedFile = { readonly file: string; readonly text?: string; readonly ends?: "C" | "E" };

type Wanted = { readonly cloud: string; readonly project: string };

/** Numbers of the models at the service, in the order of the files. @throws Error when a model does not come to that end */
export async function makeReadyModels(
  product: ProductAccess,
  { cloud: cloudName, project: projectName }: Wanted,
  files: readonly WantedFile[],
  limitMs = PROCESSED_MS_MAX,
): Promise<number[]> {
  const service = await openService(product);
  const cloud = await service.post("/cloud", { name: cloudName });
  const projects = `/cloud/${String(cloud.id)}/project`;
  const project = await service.post(projects, { name: projectName });
  const path = `${projects}/${String(project.id)}`;
  const ids: number[] = [];
  for (const { file, text } of files) ids.push((await service.upload(path, file, text)).model_id);
  for (const [at, { file, ends = "C" }] of files.entries()) {
    const model = `${path}/ifc/${String(ids[at])}`;
    const isRead = async (): Promise<boolean> =>
      ((await service.get(model)) as { status: string }).status === ends;
    await until(`${file} is read`, isRead, limitMs);
  }
  return ids;
}

/** Waits until these models of a project at the service are ready. @throws Error when the service gives one up */
export async function untilRead(
  service: ServiceCaller,
  projectPath: string,
  ids: readonly number[],
  limitMs = PROCESSED_MS_MAX,
): Promise<void> {
  const areRead = async (): Promise<boolean> => {
    const models = (await service.get(`${projectPath}/ifc`)) as { id: number; status: string }[];
    const states = ids.map((id) => models.find((model) => model.id === id)?.status);
    if (states.includes("E")) throw new Error("a model was given up");
    return states.every((state) => state === "C");
  };
  await until("the models are read", areRead, limitMs);
}

/** As makeReadyModels with one file. */
export async function makeReadyModel(product: ProductAccess, wanted: Wanted & WantedFile): Promise<number> {
  const [id = 0] = await makeReadyModels(product, wanted, [wanted]);
  return id;
}

/**
 * Path of the project's page. Asks for the pages that list it, so that the portal takes it over from the service, without drawing them:
 * main-way.test.ts follows their links.
 */
export async function findProjectPage(
  staff: BrowserContext,
  product: ProductAccess,
  { cloud: cloudName, project: projectName }: Wanted,
): Promise<string> {
  await using db = openDb(product.databaseUrl);
  await staff.request.get(`/clouds?q=${encodeURIComponent(cloudName)}`);
  const cloud = await db.cloud.findFirstOrThrow({ where: { name: cloudName } });
  await staff.request.get(`/clouds/${cloud.id}`);
  const project = await db.project.findFirstOrThrow({ where: { cloudId: cloud.id, name: projectName } });
  return `/clouds/${cloud.id}/projects/${project.id}`;
}
