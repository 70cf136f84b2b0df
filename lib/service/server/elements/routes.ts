/**
 * Simple elements of a model (interface.md endpoint 5; wire-facts.md "Simple elements"): the answers were made when the model was
 * read, so a call only streams stored files. Beside them, as an addition of this service, the classes with their counts.
 */
import { createHash } from "node:crypto";
import type { ModelClassRecord } from "#lib/service/contract/records.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { documentsWhere } from "../documents/record.ts";
import { answerJson } from "../http/answers.ts";
import { detailError, fieldErrors, wireNotFound } from "../http/errors.ts";
import { idParam } from "../http/route.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { answerFileKey, chooseClasses, listAnswerClasses } from "./answers.ts";
import { findElement, isGlobalId } from "./find-element.ts";
import { joinAnswers } from "./join.ts";

/** Filters of other deployments whose answers are not kept here: refused, because ignoring one would answer too much. */
const FILTERS_ABSENT = ["classification", "classification__notation"] as const;

/**
 * The folder with the model's answers.
 * @throws WireError 404 when the model is absent or hidden, 400 when it is not completed.
 */
async function requireAnswers(context: RouteContext): Promise<string> {
  const model = await context.db.serviceModel.findFirst({
    where: { id: idParam(context, "modelId"), ...documentsWhere(context) },
    select: { status: true, answersKey: true },
  });
  if (model === null) throw wireNotFound();
  if (model.status !== "C" || model.answersKey === null) {
    throw detailError(
      400,
      `The model has the status "${model.status}". Only a completed model (status "C") can be queried for its elements.`,
    );
  }
  return model.answersKey;
}

function refuseAbsentFilters(query: URLSearchParams): void {
  const sent = FILTERS_ABSENT.filter((name) => query.has(name));
  if (sent.length === 0) return;
  throw fieldErrors(Object.fromEntries(sent.map((name) => [name, ["This service cannot filter by it."]])));
}

/** Without `type`: all elements. With several: the elements of any of them. */
async function getSimpleElements(context: RouteContext): Promise<Response> {
  refuseAbsentFilters(context.query);
  const key = await requireAnswers(context);
  const types = context.query.getAll("type").filter((type) => type.trim() !== "");
  const storage = getStorage();
  const classes = await listAnswerClasses(key, storage);
  const chosen = types.length === 0 ? classes : chooseClasses(classes, types);
  const headers = answerHeaders(entityTag(key, ...chosen.map((one) => one.name)));
  if (isKnownToCaller(context.request, headers.ETag)) return new Response(null, { status: 304, headers });
  const { size, stream } = joinAnswers(key, chosen, storage);
  return new Response(stream, {
    status: 200,
    headers: { ...headers, "Content-Type": "application/json", "Content-Length": String(size) },
  });
}

/** `…/element/{uuid}/simple`: the same form with one key. */
async function getSimpleElement(context: RouteContext): Promise<Response> {
  const key = await requireAnswers(context);
  const uuid = context.params["uuid"] ?? "";
  if (!isGlobalId(uuid)) throw wireNotFound();
  const storage = getStorage();
  for (const one of await listAnswerClasses(key, storage)) {
    const { stream } = await storage.openRead(answerFileKey(key, one));
    const element = await findElement(stream, uuid);
    if (element === null) continue;
    const body = Buffer.concat([Buffer.from(`{"${uuid}":`), element, Buffer.from("}")]);
    return new Response(body, {
      status: 200,
      headers: { ...answerHeaders(entityTag(key, uuid)), "Content-Type": "application/json" },
    });
  }
  throw wireNotFound();
}

async function listClasses(context: RouteContext): Promise<Response> {
  const classes = await listAnswerClasses(await requireAnswers(context), getStorage());
  return answerJson(
    200,
    classes.map(({ name, count }): ModelClassRecord => ({ type: name, count })),
  );
}

/** Answers of one run never change, so the run and what was asked of it name the bytes (RFC 9110 section 8.8.3). */
function entityTag(...parts: string[]): string {
  return `"${createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32)}"`;
}

function answerHeaders(tag: string): {
  ETag: string;
  "Cache-Control": string;
  "X-Content-Type-Options": string;
} {
  return { ETag: tag, "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff" };
}

/** RFC 9110 section 13.1.2. */
function isKnownToCaller(request: Request, tag: string): boolean {
  const known = request.headers.get("if-none-match") ?? "";
  return known.split(",").some((one) => one.trim() === tag || one.trim() === "*");
}

const MODEL = "/cloud/:cloudId/project/:projectId/ifc/:modelId";
const READ = ["ifc:read", "model:read"] as const;

export const elementRoutes: readonly Route[] = [
  { method: "GET", path: `${MODEL}/element/simple`, scopes: READ, handler: getSimpleElements },
  { method: "GET", path: `${MODEL}/element/:uuid/simple`, scopes: READ, handler: getSimpleElement },
  { method: "GET", path: `${MODEL}/classes`, scopes: READ, handler: listClasses },
];
