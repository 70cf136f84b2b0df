/**
 * A call of the embedded service, as its handler gets it. The router (router.ts) finds the route, bearer token and scope are checked, and
 * only then the handler is called; it throws WireError (errors.ts) for every answer that is not a success.
 */
import type { PrismaClient } from "#lib/db/client.ts";
import type {
  Contract,
  Operation,
  OperationId,
  AnswerOf,
  BodyOf,
  ParamsOf,
  QueryOf,
} from "#lib/service/contract/operations/index.ts";
import type { Judged } from "./judge/judge.ts";

/** The application that a valid access token belongs to, with the current values of its row. */
export type ApplicationActor = {
  id: number;
  clientId: string;
  /** Scopes of this token that the application still has. */
  scopes: readonly string[];
};

/** A model's status, and where the ready-made answers of its last run are. */
export type AnswersRow = { status: string; answersKey: string | null };

/** A call of an address with these parameters; ids are positive integers in the range of row ids. */
export type CallTo<Params> = {
  request: Request;
  params: Params;
  application: ApplicationActor;
  /** Only on routes with `findsAnswers`; null for a model that is absent or hidden from the application, and on other routes. */
  answers: AnswersRow | null;
  db: PrismaClient;
  /** Also in the log line and the answer's X-Request-Id. */
  requestId: string;
};

export type CloudCall = CallTo<{ cloudId: number }>;
export type ProjectCall = CallTo<{ cloudId: number; projectId: number }>;
export type ModelCall = CallTo<{ cloudId: number; projectId: number; modelId: number }>;

/** A call of an operation of the contract. */
export type Call<Id extends OperationId> = CallTo<ParamsOf<Id>> & {
  query: QueryOf<Id>;
} & (Contract[Id] extends {
    body: unknown;
  }
    ? {
        /** Reads and validates the body. Call it only when it is certain that the application may see the body's target. */
        readBody: () => Promise<Judged<BodyOf<Id>>>;
      }
    : unknown);

/** The record of the operation's answer, or the whole Response where it is made differently. */
type Reply<Id extends OperationId> = Contract[Id]["answer"]["status"] extends 204
  ? Promise<void>
  : Promise<AnswerOf<Id> | Response>;

/** An implementation of each of these operations. */
export type Handlers<Ids extends OperationId = OperationId> = {
  [Id in Ids]: (call: Call<Id>) => Reply<Id>;
};

/** A route of the router: an operation, or another address. */
export type Route = Pick<Operation, "method" | "path" | "scopes"> & {
  /** The SQL statement that finds the caller also finds the answers of the path's model, where each millisecond counts. */
  findsAnswers?: true;
  handler: (call: RoutedCall) => Promise<Response>;
};

export type RoutedCall = CallTo<Record<string, number | string>> & { query: URLSearchParams };
