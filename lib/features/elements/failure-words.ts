/**
 * What went wrong with a reading or an export, as one paragraph for people. Faults of our own become a fixed sentence and
 * one log line; texts of a service's answer never appear here.
 */
import { AppError, INTERNAL_SENTENCE } from "#lib/core/errors.ts";
import { kept } from "#lib/core/kept-texts.ts";
import { inEnglish } from "#lib/core/texts.ts";
import { log } from "#lib/core/logger.ts";
import { ElementsError } from "#lib/elements/errors.ts";
import { HttpFailure } from "#lib/http/failure.ts";
import { ServiceError } from "#lib/service/client/errors.ts";

/** @param reference of the request or run, under which a fault of our own is logged */
export function failureWords(thrown: unknown, reference: string): string {
  if (thrown instanceof ServiceError) return thrown.message;
  if (thrown instanceof HttpFailure) {
    return kept(
      "The elements could not be read to their end: {problem}. Nothing of the answer was kept. Read it again.",
      { problem: thrown.message },
    );
  }
  if (thrown instanceof ElementsError || (thrown instanceof AppError && thrown.expected))
    return thrown.message;
  log.error("reading or exporting elements failed", thrown, { reference });
  return inEnglish(INTERNAL_SENTENCE);
}
