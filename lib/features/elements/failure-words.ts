/**
 * Why a reading or an export failed, as one paragraph for people. Internal faults become a fixed sentence and one log line; texts from a
 * service's answer never appear here.
 */
import { AppError, INTERNAL_SENTENCE } from "#lib/core/errors.ts";
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import { log } from "#lib/core/log/logger.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { ServiceError } from "#lib/service/client/errors.ts";

/** @param reference of the request or run; an internal fault is logged under it */
export function failureWords(thrown: unknown, reference: string): Sentence {
  if (thrown instanceof ServiceError || thrown instanceof ElementsError) return thrown.message;
  if (thrown instanceof HttpFailure) {
    return say(
      "The elements could not be read to their end: {problem}. Nothing was kept. Read the elements again.",
      { problem: thrown.message },
    );
  }
  if (thrown instanceof AppError && thrown.expected) return thrown.said;
  log.error("reading or exporting elements failed", thrown, { reference });
  return INTERNAL_SENTENCE;
}
