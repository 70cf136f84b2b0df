/** A Cloud with a project and a model that is ready, made at the service as any application would. */
import { openService } from "./service-caller.ts";
import type { ProductAccess } from "./product.ts";
import { until } from "./until.ts";

const PROCESSED_MS_MAX = 120_000;

/** Their names; `file` is a path, or with `text` the name of a file that has it. */
type Wanted = {
  readonly cloud: string;
  readonly project: string;
  readonly file: string;
  readonly text?: string;
};

/** @throws Error when the model does not become ready */
export async function makeReadyModel(product: ProductAccess, wanted: Wanted): Promise<void> {
  const service = await openService(product);
  const cloud = await service.post("/cloud", { name: wanted.cloud });
  const projects = `/cloud/${String(cloud.id)}/project`;
  const project = await service.post(projects, { name: wanted.project });
  const path = `${projects}/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(path, wanted.file, wanted.text);
  const isReady = async (): Promise<boolean> =>
    ((await service.get(`${path}/ifc/${String(modelId)}`)) as { status: string }).status === "C";
  await until("the model is ready", isReady, PROCESSED_MS_MAX);
}
