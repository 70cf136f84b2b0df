/**
 * What an upload says about its file, judged in the words of the wire (wire-facts.md "Document"). All complaints are answered
 * at once; without a file nothing is kept.
 */
import { kept } from "#lib/core/kept-texts.ts";
import { TEXT, missingObjectText } from "#lib/service/contract/errors.ts";
import { MODEL_SOURCES } from "#lib/service/contract/records.ts";
import { BODY_BYTES_MAX, readBody } from "../http/body.ts";
import { Fields } from "../http/fields.ts";
import { mediaType } from "../http/read-bytes.ts";
import { FILE_NAME_LENGTH_MAX, cleanFileName } from "./file-name.ts";
import { receiveUpload } from "./receive.ts";
import type { ReceiveOptions, ReceivedUpload } from "./receive.ts";

const NO_FILE = kept("No file was submitted.");
const NOT_A_FILE = kept("The submitted data was not a file. Check the encoding type on the form.");
const EMPTY_FILE = kept("The submitted file is empty.");

export type DocumentInput = {
  name: string;
  fileName: string;
  description: string | null;
  parentId: number;
  source: (typeof MODEL_SOURCES)[number];
  /** The document that this one replaces; whether it is there is asked when the rows are written. */
  successorOf: number | null;
  file: NonNullable<ReceivedUpload["file"]>;
};

/**
 * Receives and judges an upload into the project with this root folder. The staged file is discarded when anything is wrong.
 * @throws WireError 400 by field, 415; what receiveUpload throws.
 */
export async function receiveDocument(
  request: Request,
  rootFolderId: number,
  options: ReceiveOptions,
): Promise<DocumentInput> {
  if (mediaType(request).type !== "multipart/form-data") return refuseOtherBody(request, rootFolderId);
  const upload = await receiveUpload(request, options);
  try {
    return judge(new Fields({ kind: "form", values: upload.values, files: new Map() }), upload, rootFolderId);
  } catch (error) {
    await upload.file?.staged.discard();
    throw error;
  }
}

/** JSON and urlencoded forms are taken on every route, but cannot carry a file: they are answered with what is missing. */
async function refuseOtherBody(request: Request, rootFolderId: number): Promise<DocumentInput> {
  const fields = new Fields(await readBody(request, BODY_BYTES_MAX));
  return judge(fields, { file: null }, rootFolderId);
}

function judge(fields: Fields, { file }: Pick<ReceivedUpload, "file">, rootFolderId: number): DocumentInput {
  const name = fields.requiredText("name", { lengthMax: FILE_NAME_LENGTH_MAX });
  const sentName = fields.text("file_name", { lengthMax: FILE_NAME_LENGTH_MAX, blank: true });
  const description = fields.text("description", { blank: true, nullable: true });
  const source = fields.choice("model_source", MODEL_SOURCES);
  const parentId = fields.id("parent_id") ?? rootFolderId;
  const successorOf = fields.id("successor_of") ?? null;
  if (parentId !== rootFolderId) fields.reject("parent_id", missingObjectText(parentId));
  if (file === null) fields.reject("file", fields.raw("file") === undefined ? NO_FILE : NOT_A_FILE);
  else if (file.staged.size === 0) fields.reject("file", EMPTY_FILE);
  const fileName =
    cleanFileName(sentName ?? "") || cleanFileName(file?.fileName ?? "") || cleanFileName(name);
  if (fileName === "" && fields.isClean("name")) fields.reject("file_name", TEXT.blank);
  fields.finish();
  if (file === null) throw new Error("An upload without a file passed its checks.");
  return {
    name,
    fileName,
    description: description ?? null,
    parentId,
    source: source ?? "UPLOAD",
    successorOf,
    file,
  };
}
