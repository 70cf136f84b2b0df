/**
 * Makes the service's routes from the contract: address, scopes, body, query and status of each come from its statement, the rest from its
 * implementation.
 */
import { operations, type Operation, type OperationId } from "#lib/service/contract/operations/index.ts";
import { answerJson, answerNothing } from "./answers.ts";
import { readBody } from "./body/body.ts";
import { createBodyJudge, createQueryJudge } from "./judge/judge.ts";
import type { Handlers, Route, RoutedCall } from "./route.ts";

type Handler = (call: object) => Promise<unknown>;

/** The operation whose answers are looked up together with the caller. */
const FINDS_ANSWERS: OperationId = "getSimpleElements";

/** The routes of all operations. An operation without a handler, or a handler without an operation, does not compile. */
export function implement(handlers: Handlers): Route[] {
  // Safe: handler and call have types made from the same statement.
  return operations.map((operation) => toRoute(operation, handlers[operation.id] as Handler));
}

function toRoute({ id, method, path, scopes, query, body, answer }: Operation, handle: Handler): Route {
  const judgeQuery = query === undefined ? () => ({}) : createQueryJudge(query);
  const judgeBody = body === undefined ? null : createBodyJudge(body.schema);
  return {
    method,
    path,
    scopes,
    ...(id === FINDS_ANSWERS ? { findsAnswers: true } : {}),
    handler: async (call: RoutedCall) => {
      const query = judgeQuery(call.query);
      const readJudged =
        judgeBody === null ? {} : { readBody: async () => judgeBody(await readBody(call.request)) };
      const reply = await handle({ ...call, query, ...readJudged });
      if (reply instanceof Response) return reply;
      return answer.status === 204 ? answerNothing() : answerJson(answer.status, reply);
    },
  };
}
