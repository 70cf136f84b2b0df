/**
 * The request bodies of an operation in every media type it takes. A file is bytes of a multipart body and cannot stand in a
 * JSON or urlencoded one.
 */
import type { BodyMedia, OperationBody } from "../operations/operation.ts";
import { schemaInPlace, type JsonSchema } from "./schemas.ts";

const BYTES: JsonSchema = { type: "string", format: "binary" };

/** OpenAPI 3.1 Request Body Object. */
export function describeBody(body: OperationBody): JsonSchema {
  const schema = schemaInPlace(body.schema, "input");
  const content = Object.fromEntries(
    body.media.map((media) => [media, { schema: forMedia(schema, media, body.files ?? []) }]),
  );
  return { required: Array.isArray(schema["required"]) && schema["required"].length > 0, content };
}

function forMedia(schema: JsonSchema, media: BodyMedia, files: readonly string[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(schema["properties"] as Record<string, JsonSchema>)) {
    const described = property["description"] === undefined ? {} : { description: property["description"] };
    if (media === "multipart/form-data" && files.includes(name))
      properties[name] = { ...BYTES, ...described };
    else if (media === "multipart/form-data" || !isFileOnly(property))
      properties[name] = withoutFile(property);
  }
  return { ...schema, properties };
}

function isFileOnly(property: JsonSchema): boolean {
  return property["format"] === "binary";
}

/** What is left of "a file or null" where no file can be. */
function withoutFile(property: JsonSchema): JsonSchema {
  const choices = property["anyOf"];
  if (!Array.isArray(choices)) return property;
  const left = (choices as JsonSchema[]).filter((choice) => !isFileOnly(choice));
  return left.length === choices.length ? property : { ...property, anyOf: left };
}
