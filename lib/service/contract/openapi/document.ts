/**
 * The OpenAPI 3.1 description of the service, made from the contract's operations and zod schemas (../operations), so that it cannot
 * contradict them. Pure: the address of the service is a parameter.
 */
import type { z } from "zod";
import { operations, type Operation } from "../operations/index.ts";
import { tokenPath } from "../addresses.ts";
import { SCOPES } from "../scopes.ts";
import { errorResponses, errorsOf, errorSchemas } from "./errors.ts";
import { componentSchemas, schemaInPlace, type JsonSchema } from "./schemas.ts";
import { describeToken } from "./token.ts";
import type { BodyMedia, OperationBody } from "../operations/operation.ts";

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, JsonSchema>;
  components: Record<string, JsonSchema>;
  security: JsonSchema[];
};

export type DocumentOptions = {
  /** {base_url} and {auth_url} of the service. */
  serviceUrl: string;
  realm: string;
  /** Version of the software that answers. */
  version: string;
};

const INTRODUCTION = `Clouds hold projects, projects hold models (IFC files), models hold elements with properties.
Ids are positive integers, dates ISO 8601 in UTC, lists bare arrays without pages. What another application owns answers 404.
Every path with \`/ifc\` answers under \`/model\` as well.`;

/** The complete description. Two calls with the same options give equal documents. */
export function describeService(options: DocumentOptions): OpenApiDocument {
  const tokenAddress = tokenPath("{realm}").replace("%7Brealm%7D", "{realm}");
  const paths: Record<string, JsonSchema> = { [tokenAddress]: describeToken() };
  for (const operation of operations) {
    addOperation(paths, operation, "");
    if (operation.path.includes("/ifc")) {
      addOperation(paths, { ...operation, path: operation.path.replace("/ifc", "/model") }, "ByModelPath");
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Portico building-model service", version: options.version, description: INTRODUCTION },
    servers: [{ url: options.serviceUrl }],
    tags: [
      { name: "Token" },
      ...[...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    ],
    paths,
    components: {
      schemas: { ...componentSchemas(), ...errorSchemas },
      responses: errorResponses(),
      securitySchemes: describeSecurity(options),
    },
    security: [{ token: [] }],
  };
}

function describeSecurity({ serviceUrl, realm }: DocumentOptions): JsonSchema {
  const scopes = Object.fromEntries(SCOPES.map((scope) => [scope, `Operations that ask for ${scope}`]));
  return {
    token: {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: `${serviceUrl}${tokenPath(realm)}`, scopes } },
    },
    basic: { type: "http", scheme: "basic" },
  };
}

function addOperation(paths: Record<string, JsonSchema>, operation: Operation, suffix: string): void {
  const path = operation.path.replace(/:(\w+)/g, (_whole, name: string) => `{${toSnakeCase(name)}}`);
  const item = (paths[path] ??= {});
  item[operation.method.toLowerCase()] = describeOperation(operation, suffix);
}

function describeOperation(operation: Operation, suffix: string): JsonSchema {
  const { body, details, scopes } = operation;
  const parameters = [...pathParameters(operation.path), ...queryParameters(operation.query)];
  return {
    operationId: `${operation.id}${suffix}`,
    tags: [operation.group],
    summary: operation.summary,
    description: details,
    // Any one of several scopes suffices: they are alternatives in this list.
    security: scopes.length === 0 ? [{ token: [] }] : scopes.map((scope) => ({ token: [scope] })),
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: body && describeBody(body),
    responses: { ...describeAnswer(operation), ...errorsOf(operation) },
  };
}

function describeAnswer({ answer }: Operation): JsonSchema {
  const { status, what, schema, media } = answer;
  const content =
    schema !== undefined
      ? { "application/json": { schema: schemaInPlace(schema, "output") } }
      : media === undefined
        ? undefined
        : { [media]: { schema: { type: "string", format: "binary" } } };
  return { [String(status)]: { description: what, content } };
}

function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name: toSnakeCase(name),
    in: "path",
    required: true,
    schema: name.endsWith("Id") ? { type: "integer", minimum: 1 } : { type: "string" },
  }));
}

function queryParameters(query: z.ZodObject | undefined): JsonSchema[] {
  if (query === undefined) return [];
  return Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { description, ...rest } = schemaInPlace(schema, "input");
    return { name, in: "query", required: false, description, schema: rest };
  });
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const BYTES: JsonSchema = { type: "string", format: "binary" };

/** OpenAPI 3.1 Request Body Object. */
function describeBody(body: OperationBody): JsonSchema {
  const schema = schemaInPlace(body.schema, "input");
  const content = Object.fromEntries(body.media.map((media) => [media, { schema: forMedia(schema, media) }]));
  return { required: Array.isArray(schema["required"]) && schema["required"].length > 0, content };
}

function forMedia(schema: JsonSchema, media: BodyMedia): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(schema["properties"] as Record<string, JsonSchema>)) {
    const left = choicesOf(property).filter((choice) => !isFile(choice));
    const takesFile = left.length < choicesOf(property).length;
    const { description } = property;
    if (!takesFile) properties[name] = property;
    else if (media === "multipart/form-data") properties[name] = { ...BYTES, description };
    else if (left.length > 0) properties[name] = { anyOf: left, description };
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
