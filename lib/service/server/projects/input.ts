/**
 * Checks of a project's body that the contract cannot express: whether its logo is an image, and whether its parent and its main model
 * exist in this Cloud. The database is queried in the same step, so that all errors are answered at once.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import type { Db } from "#lib/db/client.ts";
import { missingObjectText } from "#lib/service/contract/errors.ts";
import type { BodyOf } from "#lib/service/contract/operations/index.ts";
import { judgeImage } from "../http/body/image.ts";
import type { Sent } from "../http/judge/judge.ts";

/** The body's target; `projectId` when an existing project is changed. */
type Place = { cloudId: number; projectId?: number };

/** The columns for the sent fields, without the name; valid only without errors. */
export async function judgeProject(sent: Sent<BodyOf<"updateProject">>, place: Place, db: Db) {
  const { description, status, parent_id: parentId, main_model_id: mainModelId } = sent;
  const logo = judgeImage(sent.logo);
  const columns = {
    ...(logo.url === undefined ? {} : { logo: logo.url }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(mainModelId === undefined ? {} : { mainModelId }),
  };
  const complaints = {
    logo: logo.sentences,
    parent_id: typeof parentId === "number" ? await judgeParent(parentId, place, db) : [],
    main_model_id: typeof mainModelId === "number" ? await judgeMainModel(mainModelId, place, db) : [],
  };
  return { columns, complaints };
}

async function judgeParent(parentId: number, place: Place, db: Db): Promise<string[]> {
  const parent = await db.serviceProject.findFirst({
    where: { id: parentId, cloudId: place.cloudId },
    select: { id: true },
  });
  if (parent === null) return [missingObjectText(parentId)];
  const isBelow = place.projectId !== undefined && (await isWithin(parentId, place.projectId, db));
  return isBelow ? [kept("A project cannot be put below itself.")] : [];
}

/** True when `projectId` is `candidateId` itself or one of the projects above it. */
async function isWithin(candidateId: number, projectId: number, db: Db): Promise<boolean> {
  const rows = await db.$queryRaw<{ found: boolean }[]>`
    WITH RECURSIVE above (id, parent_id) AS (
      SELECT id, parent_id FROM service_project WHERE id = ${candidateId}
      UNION
      SELECT p.id, p.parent_id FROM service_project p JOIN above a ON p.id = a.parent_id
    )
    SELECT EXISTS (SELECT 1 FROM above WHERE id = ${projectId}) AS found`;
  return rows[0]?.found === true;
}

async function judgeMainModel(modelId: number, place: Place, db: Db): Promise<string[]> {
  const model = await db.serviceModel.findFirst({
    where: { id: modelId, project: { cloudId: place.cloudId } },
    select: { id: true },
  });
  return model === null ? [missingObjectText(modelId)] : [];
}
