import { AppError } from "#lib/core/errors.ts";

/** The code of the refusal that an attempt ends with, or `none`. Any other error is thrown. */
export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
  return "none";
}
