/**
 * The fields of an upload, validated with the wire's messages (docs/service "Document"). All errors are answered at once; without a file
 * nothing is kept.
 */
import { kept } from "#lib/core/language/kept-texts.ts";
import { TEXT, missingObjectText } from "#lib/service/contract/errors.ts";
import { documentInputSchema } from "#lib/service/contract/inputs.ts";
import type { BodyOf } from "#lib/service/contract/operations/index.ts";
import { readBody } from "../http/body/body.ts";
import { EMPTY_FILE } from "../http/body/image.ts";
import { NOT_A_FILE } from "../http/judge/judge-field.ts";
import { createBodyJudge, type Judged } from "../http/judge/judge.ts";
import { mediaType } from "../http/body/read-bytes.ts";
import { cleanFileName } from "./file-name.ts";
import { receiveUpload, type ReceiveOptions, type ReceivedUpload } from "./receive.ts";

const NO_FILE = kept("No file was submitted.");

type Fields = Omit<BodyOf<"uploadDocument">, "file">;

/** The file is not validated with the fields: it is in the file store before validation starts. */
const judgeFields = createBodyJudge(documentInputSchema.omit({ file: true }));

/**
 * Receives and validates an upload into the project with this root folder. On any error the staged file is discarded.
 * @throws WireError 400 by field, 415; what receiveUpload throws.
 */
export async function receiveDocument(request: Request, rootFolderId: number, options: ReceiveOptions) {
  // All routes accept JSON and urlencoded forms, but these cannot carry a file: the answer says what is missing.
  if (mediaType(request).type !== "multipart/form-data") {
    const body = await readBody(request);
    return requireDocument(judgeFields(body), null, { rootFolderId, isFileText: body.values.has("file") });
  }
  const { values, file } = await receiveUpload(request, options);
  try {
    const fields = judgeFields({ kind: "form", values, files: new Map() });
    return requireDocument(fields, file, { rootFolderId, isFileText: values.has("file") });
  } catch (error) {
    await file?.staged.discard();
    throw error;
  }
}

function requireDocument(
  { values, finish }: Judged<Fields>,
  file: ReceivedUpload["file"],
  { rootFolderId, isFileText }: { rootFolderId: number; isFileText: boolean },
) {
  const parentId = values.parent_id ?? rootFolderId;
  const fileName =
    cleanFileName(values.file_name ?? "") ||
    cleanFileName(file?.fileName ?? "") ||
    cleanFileName(values.name ?? "");
  const input = finish({
    parent_id: parentId === rootFolderId ? [] : [missingObjectText(parentId)],
    file: fileTrouble(file, isFileText),
    file_name: fileName === "" && values.name !== undefined ? [TEXT.blank] : [],
  });
  if (file === null) throw new Error("An upload without a file passed its checks.");
  return {
    name: input.name,
    fileName,
    description: input.description ?? null,
    parentId,
    source: input.model_source ?? "UPLOAD",
    /** The document that this upload replaces; its existence is checked when the rows are written. */
    successorOf: input.successor_of ?? null,
    file,
  };
}

export type DocumentInput = ReturnType<typeof requireDocument>;

function fileTrouble(file: ReceivedUpload["file"], isFileText: boolean): string[] {
  if (file === null) return [isFileText ? NOT_A_FILE : NO_FILE];
  return file.staged.size === 0 ? [EMPTY_FILE] : [];
}
