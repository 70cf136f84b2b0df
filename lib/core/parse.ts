/**
 * Parses what a command is given and answers with sentences per field when it does not fit. Used at every edge behind which
 * values are trusted.
 */
import type { z } from "zod";
import { say } from "#lib/core/texts.ts";
import { validation } from "./errors.ts";

/** @throws AppError VALIDATION with a sentence per field. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.map(String).join(".") || "form";
    fieldErrors[field] = [...(fieldErrors[field] ?? []), issue.message];
  }
  throw validation(fieldErrors, say("Correct the marked fields. Nothing was sent."));
}
