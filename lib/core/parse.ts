/** Parses the input of a command and reports errors as sentences for each field. Used at every edge behind which values are trusted. */
import type { z } from "zod";
import { say } from "#lib/core/texts.ts";
import { validation } from "./errors.ts";

/** @throws AppError VALIDATION with a sentence for each field. */
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
