/**
 * What is said about one operation of the service, in one place: its address, who may call it, what goes in, what comes out and which
 * errors are possible. The embedded service's routes, the client's addresses, the types of both and the OpenAPI description are made
 * from it.
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
  /** Of an answer that is not JSON. */
  media?: string;
};

/** Statuses whose body is `{"detail": …}` or sentences by field; what each means stands in ../openapi/errors.ts. */
export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 408 | 413 | 415 | 429 | 500 | 502 | 503;

export type Statement = {
  group: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `:cloudId` stands for a number, a name without `Id` for a text. `/ifc` answers under `/model` as well. */
  path: string;
  summary: string;
  details?: string;
  /** Any one of them suffices; empty = a valid token is enough. */
  scopes: readonly Scope[];
  query?: z.ZodObject;
  body?: OperationBody;
  answer: OperationAnswer;
  /** Beside 401, 429, 500 and 503, which every operation may answer; 403 follows from the scopes, 404 from the path. */
  errors?: readonly ErrorStatus[];
};

/** Operations by their ids; generated clients name their functions after these. */
export type Statements = Readonly<Record<string, Statement>>;

/** What a body that is read may be refused for. */
export const BODY_ERRORS = [400, 408, 413, 415] as const satisfies readonly ErrorStatus[];
