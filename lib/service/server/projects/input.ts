/**
 * Judges the body of creating or changing a project: its six fields (interface.md section 2) and nothing else. Whether the parent
 * and the main model exist in this cloud is asked of the database in the same breath, so that all complaints come at once.
 */
import { kept } from "#lib/core/kept-texts.ts";
import { TEXT, missingObjectText } from "#lib/service/contract/errors.ts";
import { NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import { PROJECT_STATUSES } from "#lib/service/contract/records.ts";
import type { Db } from "#lib/db/client.ts";
import type { Body } from "../http/parsed-body.ts";
import { Fields } from "../http/fields.ts";
import { imageFromFile, imageFromText } from "../http/image.ts";

export type ProjectChange = {
  name?: string;
  logo?: string | null;
  description?: string | null;
  status?: "A" | "D";
  parentId?: number | null;
  mainModelId?: number | null;
};

/** Where the body belongs; `projectId` when an existing project is changed. */
type Place = { cloudId: number; projectId?: number };

/** @throws WireError 400 with sentences by field. */
export async function parseProjectInput(
  body: Body,
  place: Place,
  db: Db,
): Promise<ProjectChange & { name: string }> {
  const fields = new Fields(body);
  const name = fields.requiredText("name", { lengthMax: NAME_LENGTH_MAX });
  const rest = await readOptionalFields(fields, place, db);
  fields.finish();
  return { ...rest, name };
}

/** The same for PATCH: what is not sent stays. @throws WireError 400 with sentences by field. */
export async function parseProjectChange(body: Body, place: Place, db: Db): Promise<ProjectChange> {
  const fields = new Fields(body);
  const name = fields.text("name", { lengthMax: NAME_LENGTH_MAX });
  const rest = await readOptionalFields(fields, place, db);
  fields.finish();
  return typeof name === "string" ? { ...rest, name } : rest;
}

async function readOptionalFields(fields: Fields, place: Place, db: Db): Promise<ProjectChange> {
  const logo = readLogo(fields);
  const description = fields.text("description", { nullable: true, blank: true });
  const status = fields.choice("status", PROJECT_STATUSES);
  const parentId = fields.id("parent_id");
  const mainModelId = fields.id("main_model_id");
  if (typeof parentId === "number") await checkParent(fields, parentId, place, db);
  if (typeof mainModelId === "number") await checkMainModel(fields, mainModelId, place, db);
  return {
    ...(logo === undefined ? {} : { logo }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status }),
    ...(parentId === undefined ? {} : { parentId }),
    ...(mainModelId === undefined ? {} : { mainModelId }),
  };
}

function readLogo(fields: Fields): string | null | undefined {
  const file = fields.file("logo");
  const text = file === undefined ? fields.text("logo", { nullable: true, blank: true }) : undefined;
  if (file === undefined && (text === undefined || text === null)) return text;
  if (text === "") return null;
  const image = file === undefined ? imageFromText(text ?? "", TEXT.notUrl) : imageFromFile(file);
  if (image.ok) return image.url;
  fields.reject("logo", image.sentence);
  return undefined;
}

async function checkParent(fields: Fields, parentId: number, place: Place, db: Db): Promise<void> {
  const parent = await db.serviceProject.findFirst({
    where: { id: parentId, cloudId: place.cloudId },
    select: { id: true },
  });
  if (parent === null) {
    fields.reject("parent_id", missingObjectText(parentId));
  } else if (place.projectId !== undefined && (await isWithin(parentId, place.projectId, db))) {
    fields.reject("parent_id", kept("A project cannot be put below itself."));
  }
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

async function checkMainModel(fields: Fields, modelId: number, place: Place, db: Db): Promise<void> {
  const model = await db.serviceModel.findFirst({
    where: { id: modelId, project: { cloudId: place.cloudId } },
    select: { id: true },
  });
  if (model === null) fields.reject("main_model_id", missingObjectText(modelId));
}
