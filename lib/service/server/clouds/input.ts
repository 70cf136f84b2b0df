/**
 * Judges the body of creating or changing a cloud: `name` is the only required field, `image` is a file, everything else that
 * may be sent (ids, dates, flags) is passed over.
 */
import { kept } from "#lib/core/kept-texts.ts";
import { NAME_LENGTH_MAX } from "#lib/service/contract/inputs.ts";
import type { Body } from "../http/parsed-body.ts";
import { Fields } from "../http/fields.ts";
import { imageFromFile } from "../http/image.ts";

export type CloudChange = { name?: string; image?: string | null };

const NOT_A_FILE = kept("The submitted data was not a file. Check the encoding type on the form.");

/** @throws WireError 400 with sentences by field. */
export function parseCloudInput(body: Body): { name: string; image?: string | null } {
  const fields = new Fields(body);
  const name = fields.requiredText("name", { lengthMax: NAME_LENGTH_MAX });
  const image = readImage(fields);
  fields.finish();
  return image === undefined ? { name } : { name, image };
}

/** The same for PATCH: every field may be left out. @throws WireError 400 with sentences by field. */
export function parseCloudChange(body: Body): CloudChange {
  const fields = new Fields(body);
  const name = fields.text("name", { lengthMax: NAME_LENGTH_MAX });
  const image = readImage(fields);
  fields.finish();
  return { ...(typeof name === "string" ? { name } : {}), ...(image === undefined ? {} : { image }) };
}

function readImage(fields: Fields): string | null | undefined {
  const file = fields.file("image");
  if (file !== undefined) {
    const image = imageFromFile(file);
    if (image.ok) return image.url;
    fields.reject("image", image.sentence);
    return undefined;
  }
  const value = fields.raw("image");
  if (value === undefined) return undefined;
  if (value === null || (fields.isForm && value === "")) return null;
  fields.reject("image", NOT_A_FILE);
  return undefined;
}
