/** Makes a list of projects from pasted or uploaded text. A draft sends nothing and reserves nothing. */
import { requirePermission, type Actor } from "#lib/auth/actor.ts";
import { type AppError, validation, parseInput } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { say, t } from "#lib/core/texts.ts";
import { findDraft, keepDraft } from "#lib/features/batches/drafts.ts";
import type { ChosenFile, PrepareList } from "#lib/features/batches/schema.ts";
import { decodeTextFile } from "#lib/features/batches/text-file.ts";
import { getCloudModel } from "#lib/features/clouds/queries.ts";
import { readProjects } from "../reading.ts";
import { readProjectFile, type ProjectFile } from "./file.ts";
import { findKnown } from "./judging/known.ts";
import { PROJECT_LISTS } from "./kind.ts";
import { toColumns } from "./row-columns.ts";
import { FILE_BYTES_MAX, prepareProjectListSchema } from "./schema.ts";
import { judgeRows } from "./judging/verdicts.ts";

/**
 * Checks the rows and stores them as a draft; the same key again returns the same draft. Returns its id.
 * @throws AppError VALIDATION when nothing can be read; NOT_FOUND; FORBIDDEN
 */
export async function prepareProjectList(
  actor: Actor,
  input: PrepareList<typeof prepareProjectListSchema>,
): Promise<string> {
  requirePermission(actor, "project:create");
  const { key, cloudId, text } = parseInput(prepareProjectListSchema, input);
  const existing = await findDraft(PROJECT_LISTS, actor, key);
  if (existing !== null) return existing;
  const file = input.file ?? null;
  const { rows, ignored } = readRows(text, file);
  const cloud = await getCloudModel(cloudId);
  await readProjects(cloud);
  const judged = judgeRows(rows, await findKnown(cloudId));
  return keepDraft(PROJECT_LISTS, actor, { key, fileName: file?.name ?? null }, async (tx, head) => {
    await tx.projectList.create({
      data: { ...head, cloudId, ignored: ignored.map((heading) => heading.slice(0, 100)) },
    });
    await tx.projectListRow.createMany({
      data: judged.map((row) => ({
        ...toColumns(row),
        id: newId(),
        listId: head.id,
      })),
    });
  });
}

function readRows(pasted: string, file: ChosenFile | null): ProjectFile {
  const refuse = (sentence: string): AppError => validation({ text: [sentence] }, say("Nothing was sent."));
  if (pasted.length > FILE_BYTES_MAX || (file?.bytes.byteLength ?? 0) > FILE_BYTES_MAX) {
    throw refuse(t("The list is larger than 2 MB. Split it and send the parts."));
  }
  if (file !== null && pasted.trim() !== "") {
    throw refuse(t("You pasted lines and chose a file. Use only one of them."));
  }
  const text = file === null ? pasted : decodeTextFile(file.bytes);
  if (text === null) {
    throw refuse(
      t("“{name}” is a workbook or an archive. Save it as CSV and choose that file.", {
        name: file?.name ?? "",
      }),
    );
  }
  const read = readProjectFile(text);
  if (read.problem !== null) throw refuse(read.problem);
  return read;
}
