/**
 * Elements of a model (docs/service "Simple elements", "Full elements" and "Raw elements"). Simple answers were made when the model was
 * read, so a call only streams stored files; the others are assembled from the model's details. The classes with their counts are an
 * addition of this service.
 */
import type { elementOperations } from "#lib/service/contract/operations/elements.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { answerJsonText } from "../http/answers.ts";
import { answerTagged, tagName } from "../http/stored/entity-tag.ts";
import { answerMade } from "../http/stored/stored-answer.ts";
import type { StoredChunks } from "../http/stored/stored-bytes.ts";
import { wireNotFound } from "../http/errors.ts";
import type { Call, Handlers } from "../http/route.ts";
import { answerFileKey, chooseClasses, listAnswerClasses, answerSimple } from "./answers.ts";
import { isClassified, wantedClassifications } from "./choice.ts";
import type { Details } from "./details.ts";
import { findElement, isGlobalId } from "./entries.ts";
import { writeFull } from "./full.ts";
import { requireAnswers, requireAnswersKey, withDetails } from "./open-details.ts";
import { writeRaw } from "./raw.ts";
import { writeSimpleClassified } from "./classified.ts";
import type { SpoolSource } from "./spool-source.ts";

export const elementHandlers: Handlers<keyof typeof elementOperations> = {
  /** A list of elements, each with everything that belongs to it. */
  async getElements(call) {
    return answerFromDetails(call, "full", (details, source) => writeFull(source, details.full()));
  },

  /** Tables that refer to each other by position. */
  async getRawElements(call) {
    return answerFromDetails(call, "raw", (details, source) =>
      writeRaw(source, details.raw(), details.index.setCount),
    );
  },

  /** Without `type`: all elements. With several: elements of any of these classes. */
  async getSimpleElements(call) {
    if (isClassified(call.query)) {
      return answerFromDetails(call, "simple", (details, source, answersKey) =>
        writeSimpleClassified(answersKey, source),
      );
    }
    const answersKey = requireAnswersKey(call);
    const storage = getStorage();
    const chosen = chooseClasses(await listAnswerClasses(answersKey, storage), call.query.type);
    return answerSimple(call.request, answersKey, chosen, storage);
  },

  /** The same form with one key. */
  async getSimpleElement(call) {
    const { answersKey: key } = await requireAnswers(call);
    const { uuid } = call.params;
    if (!isGlobalId(uuid)) throw wireNotFound();
    const storage = getStorage();
    for (const one of await listAnswerClasses(key, storage)) {
      const { stream } = await storage.openRead(answerFileKey(key, one));
      const element = await findElement(stream, uuid);
      if (element === null) continue;
      const body = Buffer.concat([Buffer.from(`{"${uuid}":`), element, Buffer.from("}")]);
      return answerTagged(call.request, tagName(key, uuid), (headers) => answerJsonText(200, body, headers));
    }
    throw wireNotFound();
  },

  async listModelClasses(call) {
    const { answersKey } = await requireAnswers(call);
    const classes = await listAnswerClasses(answersKey, getStorage());
    return classes.map(({ name, count }) => ({ type: name, count }));
  },
};

/** An answer that is assembled while it is sent. Its length is not known in advance, so it is sent in chunks. */
async function answerFromDetails(
  call: Call<"getElements">,
  form: string,
  write: (details: Details, source: SpoolSource, answersKey: string) => StoredChunks,
): Promise<Response> {
  const choice = call.query;
  return withDetails(call, async (details, answersKey) => {
    const asked = JSON.stringify([
      choice.type.map((type) => type.trim().toLowerCase()),
      choice.classification,
      choice.classification__notation,
    ]);
    return answerTagged(call.request, tagName(answersKey, form, asked), async (headers) => {
      const storage = getStorage();
      const wanted = wantedClassifications(choice, details.index);
      // Sizes are those of the simple answers; the order is also that of the names.
      const all = wanted?.size === 0 ? [] : await listAnswerClasses(answersKey, storage);
      const classes = chooseClasses(all, choice.type);
      const source = { key: details.key, classes, wanted, storage };
      return answerMade(write(details, source, answersKey), {
        ...headers,
        "Content-Type": "application/json",
      });
    });
  });
}
