/**
 * The contract's zod schemas as JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1): named records become components that refer to each
 * other, everything else is written inline.
 */
import { z } from "zod";
import * as elements from "../element-records.ts";
import * as records from "../records.ts";
import { simpleElementSchema } from "../simple-elements.ts";
import { webhookSchema } from "../webhooks.ts";

export type JsonSchema = { [key: string]: unknown };

/** Component name → schema. Generated clients name their types after it. */
const COMPONENTS: Readonly<Record<string, z.ZodType>> = {
  TokenResponse: records.tokenResponseSchema,
  User: records.userSchema,
  Cloud: records.cloudSchema,
  CloudSize: records.cloudSizeSchema,
  Project: records.projectSchema,
  ProjectTree: records.projectTreeSchema,
  Document: records.documentSchema,
  Model: records.modelSchema,
  ModelClass: records.modelClassSchema,
  SimpleElement: simpleElementSchema,
  Element: elements.elementSchema,
  PropertySet: elements.propertySetSchema,
  Property: elements.propertySchema,
  PropertyDefinition: elements.propertyDefinitionSchema,
  Unit: elements.unitSchema,
  Classification: elements.classificationSchema,
  Material: elements.materialSchema,
  MaterialListComponent: elements.materialComponentSchema,
  Layer: elements.layerSchema,
  RawElements: elements.rawElementsSchema,
  Invitation: records.invitationSchema,
  ProjectInvitation: records.projectInvitationSchema,
  ProjectUser: records.projectUserSchema,
  Webhook: webhookSchema,
};

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });

/** `format` defines a date; the additional pattern would be 300 characters that nobody reads. */
function withoutDatePattern({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema["format"] === "date-time") delete jsonSchema["pattern"];
}

const reference = (id: string): string => `#/components/schemas/${id}`;

/** `components.schemas`: every named record. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    uri: reference,
    io: "output",
    override: withoutDatePattern,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema as JsonSchema)]));
}

/** A schema at its place of use: a reference to a named record, or else written out, with references inside. */
export function schemaInPlace(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const named = registry.get(schema);
  if (named !== undefined) return { $ref: reference(named.id) };
  const holder = z.registry<{ id: string }>();
  for (const [id, component] of Object.entries(COMPONENTS)) holder.add(component, { id });
  holder.add(schema, { id: "InPlace" });
  const { schemas } = z.toJSONSchema(holder, {
    uri: reference,
    io,
    override: withoutDatePattern,
    // A file, which has its own format.
    unrepresentable: "any",
  });
  return tidy(schemas["InPlace"] as JsonSchema);
}

/** Removes the dialect and identity, which only a standalone schema needs. */
function tidy(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"));
}
