/**
 * Elements of a model (interface.md endpoint 5; wire-facts.md "Simple elements", "Full element", "Raw elements"). Simple answers
 * were made when the model was read, so a call only streams stored files; the others are put together from the model's details.
 * Beside them, as an addition of this service, the classes with their counts.
 */
import type { ModelClassRecord } from "#lib/service/contract/records.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { answerJson } from "../http/answers.ts";
import { isKnownToCaller, tagName } from "../http/entity-tag.ts";
import { wireNotFound } from "../http/errors.ts";
import type { Route, RouteContext } from "../http/route.ts";
import { answerFileKey, chooseClasses, listAnswerClasses } from "./answers.ts";
import type { AnswerClass } from "./answers.ts";
import { openStream, type Chunks } from "./byte-stream.ts";
import { isClassified, parseChoice, wantedClassifications, type ElementChoice } from "./choice.ts";
import type { Details } from "./details.ts";
import { findElement, isGlobalId } from "./find-element.ts";
import { writeFull } from "./full.ts";
import { requireAnswers, requireAnswersKey, withDetails } from "./open-details.ts";
import { answerSimple } from "./simple-answer.ts";
import { writeRaw } from "./raw.ts";
import { writeSimpleClassified } from "./simple-classified.ts";
import type { SpoolSource } from "./spool-source.ts";

/** Without `type`: all elements. With several: the elements of any of them. */
async function getSimpleElements(context: RouteContext): Promise<Response> {
  const choice = parseChoice(context.query);
  if (isClassified(choice)) {
    return answerFromDetails(context, choice, "simple", (details, source, answersKey) =>
      writeSimpleClassified(answersKey, source),
    );
  }
  const answersKey = requireAnswersKey(context);
  const storage = getStorage();
  const chosen = choose(await listAnswerClasses(answersKey, storage), choice);
  return answerSimple(context.request, answersKey, chosen, storage);
}

/** `…/element`: a list of elements with everything that belongs to each. */
function getFullElements(context: RouteContext): Promise<Response> {
  return answerFromDetails(context, parseChoice(context.query), "full", (details, source) =>
    writeFull(source, details.full),
  );
}

/** `…/element/raw`: tables that refer to each other by position. */
function getRawElements(context: RouteContext): Promise<Response> {
  return answerFromDetails(context, parseChoice(context.query), "raw", (details, source) =>
    writeRaw(source, details.raw, details.index.setCount),
  );
}

/** An answer that is put together while it is sent. Its length is not known before, so it goes out in chunks. */
async function answerFromDetails(
  context: RouteContext,
  choice: ElementChoice,
  form: string,
  write: (details: Details, source: SpoolSource, answersKey: string) => Chunks,
): Promise<Response> {
  return withDetails(context, async (details, answersKey) => {
    const { types, classifications, notations } = choice;
    const asked = JSON.stringify([
      types.map((type) => type.trim().toLowerCase()),
      classifications,
      notations,
    ]);
    const headers = answerHeaders(entityTag(answersKey, form, asked));
    if (isKnownToCaller(context.request, headers.ETag)) return new Response(null, { status: 304, headers });
    const storage = getStorage();
    const wanted = wantedClassifications(choice, details.index);
    // The sizes are those of the simple answers, and the order is the same: that of the names.
    const classes = wanted?.size === 0 ? [] : choose(await listAnswerClasses(answersKey, storage), choice);
    const source = { key: details.key, classes, wanted, storage };
    const stream = await openStream(write(details, source, answersKey));
    return new Response(stream, {
      status: 200,
      headers: { ...headers, "Content-Type": "application/json" },
    });
  });
}

function choose(classes: readonly AnswerClass[], { types }: ElementChoice): readonly AnswerClass[] {
  return types.length === 0 ? classes : chooseClasses(classes, types);
}

/** `…/element/{uuid}/simple`: the same form with one key. */
async function getSimpleElement(context: RouteContext): Promise<Response> {
  const { answersKey: key } = await requireAnswers(context);
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
  const { answersKey } = await requireAnswers(context);
  const classes = await listAnswerClasses(answersKey, getStorage());
  return answerJson(
    200,
    classes.map(({ name, count }): ModelClassRecord => ({ type: name, count })),
  );
}

/** Answers of one run never change, so the run and what was asked of it name the bytes. */
function entityTag(...parts: string[]): string {
  return `"${tagName(...parts)}"`;
}

function answerHeaders(tag: string): {
  ETag: string;
  "Cache-Control": string;
  "X-Content-Type-Options": string;
} {
  return { ETag: tag, "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff" };
}

const MODEL = "/cloud/:cloudId/project/:projectId/ifc/:modelId";
const READ = ["ifc:read", "model:read"] as const;

export const elementRoutes: readonly Route[] = [
  { method: "GET", path: `${MODEL}/element`, scopes: READ, handler: getFullElements },
  { method: "GET", path: `${MODEL}/element/raw`, scopes: READ, handler: getRawElements },
  {
    method: "GET",
    path: `${MODEL}/element/simple`,
    scopes: READ,
    findsAnswers: true,
    handler: getSimpleElements,
  },
  { method: "GET", path: `${MODEL}/element/:uuid/simple`, scopes: READ, handler: getSimpleElement },
  { method: "GET", path: `${MODEL}/classes`, scopes: READ, handler: listClasses },
];
