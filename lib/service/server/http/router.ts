/**
 * Makes the service's routes from the contract (address, scopes, body, query and status of each come from its statement, the rest from its
 * implementation), and finds the route for a method and a path (docs/service "Addresses"). Unknown addresses, trailing slashes and ids that are not numbers
 * are 404; a known address with another method is 405 with `Allow`. It contains no operations itself.
 */
import type { Route, Handlers, RoutedCall } from "./route.ts";
import { isMissingRow } from "#lib/db/errors.ts";
import { operations, type Operation, type OperationId } from "#lib/service/contract/operations/index.ts";
import { answerJson, answerNothing } from "./answers.ts";
import { readBody } from "./body/body.ts";
import { createBodyJudge, createQueryJudge } from "./judge/judge.ts";
import { wireNotFound } from "./errors.ts";

type Segment = { kind: "text"; text: string } | { kind: "param"; name: string; numeric: boolean };
type Entry = { segments: Segment[]; routes: Map<string, Route> };

export type Match = {
  /** null: the address exists, but does not accept the method. */
  route: Route | null;
  /** Numbers where the name ends in `Id`. */
  params: Record<string, number | string>;
  /** For `Allow`, HEAD and OPTIONS included. */
  allowed: string[];
};

export type Router = (method: string, path: string) => Match | null;

const ID = /^[1-9]\d{0,9}$/;
const INT4_MAX = 2_147_483_647;
const PATH_LENGTH_MAX = 2048;

/** A router over all operations; `/ifc` paths also work with `/model`. */
export function createRouter(routes: readonly Route[]): Router {
  const entries = new Map<string, Entry>();
  for (const route of routes) {
    for (const path of new Set([route.path, aliasOf(route.path)])) {
      const entry = entries.get(path) ?? { segments: parsePattern(path), routes: new Map<string, Route>() };
      if (entry.routes.has(route.method)) throw new Error(`Two operations for ${route.method} ${path}.`);
      entry.routes.set(route.method, route);
      entries.set(path, entry);
    }
  }
  const list = [...entries.values()].sort((a, b) => literalCount(b) - literalCount(a));
  return (method, path) => {
    const parts = splitPath(path);
    if (parts === null) return null;
    for (const entry of list) {
      const params = matchSegments(entry.segments, parts);
      if (params === null) continue;
      const wanted = method === "HEAD" ? "GET" : method;
      return { route: entry.routes.get(wanted) ?? null, params, allowed: allowedMethods(entry) };
    }
    return null;
  };
}

/** The same address with `ifc` instead of `model`, or the reverse. */
function aliasOf(path: string): string {
  return path.replace(/\/(ifc|model)(?=\/|$)/, (_whole, name: string) =>
    name === "ifc" ? "/model" : "/ifc",
  );
}

function parsePattern(path: string): Segment[] {
  return path
    .slice(1)
    .split("/")
    .map((part) =>
      part.startsWith(":")
        ? { kind: "param", name: part.slice(1), numeric: part.endsWith("Id") }
        : { kind: "text", text: part },
    );
}

function literalCount(entry: Entry): number {
  return entry.segments.filter((segment) => segment.kind === "text").length;
}

function splitPath(path: string): string[] | null {
  if (path.length > PATH_LENGTH_MAX || !path.startsWith("/")) return null;
  const parts: string[] = [];
  for (const part of path.slice(1).split("/")) {
    if (part === "") return null;
    try {
      parts.push(decodeURIComponent(part));
    } catch {
      return null;
    }
  }
  return parts;
}

function matchSegments(
  segments: readonly Segment[],
  parts: readonly string[],
): Record<string, number | string> | null {
  if (segments.length !== parts.length) return null;
  const params: Record<string, number | string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? "";
    if (segment.kind === "text") {
      if (part !== segment.text) return null;
    } else {
      if (segment.numeric && !(ID.test(part) && Number(part) <= INT4_MAX)) return null;
      params[segment.name] = segment.numeric ? Number(part) : part;
    }
  }
  return params;
}

function allowedMethods(entry: Entry): string[] {
  const methods = [...entry.routes.keys()];
  if (entry.routes.has("GET")) methods.push("HEAD");
  return [...methods, "OPTIONS"];
}

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
      const handled = handle({ ...call, query, ...readJudged });
      const reply = await (method === "PATCH" ? handled.catch(answerGone) : handled);
      if (reply instanceof Response) return reply;
      return answer.status === 204 ? answerNothing() : answerJson(answer.status, reply);
    },
  };
}

/** What an operation changes went away meanwhile, for example while the body was being sent. @throws WireError 404, or what was thrown */
function answerGone(thrown: unknown): never {
  throw isMissingRow(thrown) ? wireNotFound() : thrown;
}
