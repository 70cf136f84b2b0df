/**
 * The statement of one operation of the service: its address, who may call it, its input, its answer and the possible errors. The embedded
 * service's routes, the client's addresses, the types of both and the OpenAPI description are made from it.
 */
import type { z } from "zod";
import type { Scope } from "../scopes.ts";

/** JSON, form-urlencoded and multipart on the same operation (docs/service "Conventions"); files need multipart. */
export const SMALL_BODY = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
] as const;

export type BodyMedia = (typeof SMALL_BODY)[number];

export type OperationBody = {
  schema: z.ZodObject;
  media: readonly BodyMedia[];
};

export type OperationAnswer = {
  status: 200 | 201 | 204;
  what: string;
  /** Absent: no body (204), or bytes of a file. */
  schema?: z.ZodType;
  /** The media type of an answer that is not JSON. */
  media?: string;
};

/** Statuses whose body is `{"detail": …}` or sentences by field; ../openapi/errors.ts explains each. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 413 | 415 | 429 | 500 | 502 | 503;

export type Statement = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `:cloudId` is a number, a name without `Id` a text. Paths with `/ifc` also work with `/model`. */
  path: string;
  summary: string;
  details?: string;
  /** Any one scope suffices; empty: a valid token is enough. */
  scopes: readonly Scope[];
  query?: z.ZodObject;
  body?: OperationBody;
  answer: OperationAnswer;
  /** In addition to those that follow from the rest of the statement (../openapi/errors.ts). */
  errors?: readonly ErrorStatus[];
};

/** Operations by their ids; generated clients name their functions after these. */
export type Statements = Readonly<Record<string, Statement>>;
