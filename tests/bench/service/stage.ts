/** The setup of the service bench: the built product with a large model, 200 models in a project, and 20,000 applications. */
import { createClient } from "#lib/db/client.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { listAnswerClasses } from "#lib/service/server/elements/answers.ts";
import type { AnswerClass } from "#lib/service/server/elements/answers.ts";
import { createLocalStorage } from "#lib/storage/local-folder.ts";
import { addApplications, addReadModels, modelNames } from "#tests/support/many-callers.ts";
import { makeProject } from "#tests/support/model-service.ts";
import { startProduct } from "#tests/support/product.ts";
import type { Product } from "#tests/support/product.ts";
import { until } from "#tests/support/until.ts";
import { openService } from "#tests/support/service-caller.ts";
import { wire } from "#tests/support/wire.ts";
import { replicate } from "../ifc/replicate.ts";

export const APPLICATIONS = 20_000;
export const MODELS = 200;
/** Property-heavy, 233 MB: has classes of about 1 MB and of about 50 MB. */
const COPIES = 24;
const READ_LIMIT_MS = 120_000;

export type Stage = AsyncDisposable & {
  product: Product;
  token: string;
  /** Path of the large model's elements, relative to the service. */
  elements: string;
  /** Where its answers are stored, relative to the data folder's `files`. */
  answersKey: string;
  classes: AnswerClass[];
  /** Path of a project with 200 models. */
  crowded: string;
};

export async function openStage(): Promise<Stage> {
  // The bench measures speed, not how the service slows down a single application.
  const product = await startProduct({ environment: { PORTICO_SERVICE_RATE: "0" } });
  const { access } = product;
  const db = createClient(access.databaseUrl);
  try {
    const service = await openService(access);
    const { token } = service;
    const call = wire(`${access.origin}/service`, token);
    const project = await makeProject(call);
    await service.upload(project, replicate("schependomlaan-houten-kozijnen.ifc", COPIES));
    const model = await until("the model is read", () => findRead(db), READ_LIMIT_MS);
    const crowded = await makeProject(call);
    await addReadModels(db, Number(crowded.split("/").at(-1)), modelNames(MODELS));
    await addApplications(db, APPLICATIONS);
    return {
      product,
      token,
      elements: `/service${project}/ifc/${String(model.id)}/element/simple`,
      answersKey: model.answersKey,
      classes: await listAnswerClasses(model.answersKey, createLocalStorage(`${access.dataDir}/files`)),
      crowded: `/service${crowded}`,
      [Symbol.asyncDispose]: () => product.remove(),
    };
  } catch (error) {
    await product.remove();
    throw error;
  } finally {
    await db.$disconnect();
  }
}

async function findRead(db: PrismaClient): Promise<{ id: number; answersKey: string } | null> {
  const model = await db.serviceModel.findFirst({ where: { status: "C" }, orderBy: { id: "desc" } });
  if (model === null || model.answersKey === null) return null;
  return { id: model.id, answersKey: model.answersKey };
}
