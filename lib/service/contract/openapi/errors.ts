/**
 * The error answers of the service as OpenAPI components (docs/service "Conventions" and "Token endpoint").
 */
import type { Operation } from "../operations/index.ts";
import type { ErrorStatus } from "../operations/operation.ts";
import type { JsonSchema } from "./schemas.ts";

const DETAIL = { $ref: "#/components/schemas/ErrorDetail" };
const REFUSED = { anyOf: [{ $ref: "#/components/schemas/FieldErrors" }, DETAIL] };

/** Shapes of error bodies. */
export const errorSchemas: Record<string, JsonSchema> = {
  ErrorDetail: {
    type: "object",
    description: "Everything that does not concern one field.",
    properties: { detail: { type: "string" } },
    required: ["detail"],
    additionalProperties: false,
  },
  FieldErrors: {
    type: "object",
    description:
      "A field maps to sentences; what concerns several stands under `non_field_errors`. `already_exists` is one sentence.",
    additionalProperties: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] },
  },
  OAuthError: {
    type: "object",
    description: "RFC 6749 section 5.2. An unknown realm is answered with `error` alone.",
    properties: { error: { type: "string" }, error_description: { type: "string" } },
    required: ["error"],
    additionalProperties: false,
  },
};

type Described = { name: string; what: string; schema: JsonSchema; headers?: JsonSchema };

const header = (description: string): JsonSchema => ({ description, schema: { type: "string" } });

const ERRORS: Record<ErrorStatus, Described> = {
  400: { name: "Refused", what: "The body or the query is not acceptable.", schema: REFUSED },
  401: {
    name: "NoToken",
    what: "No token, an expired one, or one that is not of this service.",
    schema: DETAIL,
    headers: { "WWW-Authenticate": header("RFC 6750 section 3") },
  },
  402: { name: "OverQuota", what: "The application's quota does not allow it.", schema: DETAIL },
  403: {
    name: "NotAllowed",
    what: "The token lacks the scope, or only a person may do this.",
    schema: DETAIL,
  },
  404: { name: "NotFound", what: "Not there, or not visible to this application.", schema: DETAIL },
  408: { name: "TooSlow", what: "The body stopped moving.", schema: DETAIL },
  413: { name: "TooLarge", what: "The body is larger than this operation takes.", schema: REFUSED },
  415: { name: "WrongMediaType", what: "The body's media type is not one of those named.", schema: DETAIL },
  429: {
    name: "Throttled",
    what: "Too many calls; nothing was done.",
    schema: DETAIL,
    headers: { "Retry-After": header("Seconds") },
  },
  500: { name: "Fault", what: "A fault of the service; X-Request-Id names it in its log.", schema: DETAIL },
  502: { name: "BadGateway", what: "Something behind the service did not answer.", schema: DETAIL },
  503: {
    name: "Unavailable",
    what: "The service cannot answer right now.",
    schema: DETAIL,
    headers: { "Retry-After": header("Seconds") },
  },
};

/** `components.responses`. */
export function errorResponses(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.values(ERRORS).map(({ name, what, schema, headers }) => [
      name,
      { description: what, headers, content: { "application/json": { schema } } },
    ]),
  );
}

/** All errors that an operation may answer, by status: those of every operation, and those that its scopes, path, query or body bring. */
export function errorsOf({ errors = [], scopes, path, query, body }: Operation): Record<string, JsonSchema> {
  const statuses = new Set<ErrorStatus>([401, 429, 500, 503, ...errors]);
  if (scopes.length > 0) statuses.add(403);
  if (path.includes("/:")) statuses.add(404);
  if (query !== undefined || body !== undefined) statuses.add(400);
  if (body !== undefined) for (const status of [408, 413, 415] as const) statuses.add(status);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [String(status), { $ref: `#/components/responses/${ERRORS[status].name}` }]),
  );
}
