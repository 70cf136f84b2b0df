/**
 * The request bodies of an operation in every media type it accepts. Files are bytes of a multipart body; JSON and urlencoded bodies cannot
 * contain them.
 */
import type { BodyMedia, OperationBody } from "../operations/operation.ts";
import { schemaInPlace, type JsonSchema } from "./schemas.ts";

const BYTES: JsonSchema = { type: "string", format: "binary" };

/** OpenAPI 3.1 Request Body Object. */
export function describeBody(body: OperationBody): JsonSchema {
  const schema = schemaInPlace(body.schema, "input");
  const content = Object.fromEntries(body.media.map((media) => [media, { schema: forMedia(schema, media) }]));
  return { required: Array.isArray(schema["required"]) && schema["required"].length > 0, content };
}

function forMedia(schema: JsonSchema, media: BodyMedia): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(schema["properties"] as Record<string, JsonSchema>)) {
    const left = choicesOf(property).filter((choice) => !isFile(choice));
    const takesFile = left.length < choicesOf(property).length;
    const described = property["description"] === undefined ? {} : { description: property["description"] };
    if (!takesFile) properties[name] = property;
    else if (media === "multipart/form-data") properties[name] = { ...BYTES, ...described };
    else if (left.length > 0) properties[name] = { anyOf: left, ...described };
  }
  return { ...schema, properties };
}

/** "A file or null" makes two choices, a file alone makes one. */
function choicesOf(property: JsonSchema): JsonSchema[] {
  return Array.isArray(property["anyOf"]) ? (property["anyOf"] as JsonSchema[]) : [property];
}

function isFile(schema: JsonSchema): boolean {
  return schema["format"] === "binary";
}
