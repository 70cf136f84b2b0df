/**
 * For writes whose check found rows that were deleted before the write: the check runs again and then reports this with the wire's message
 * instead of a fault.
 */
import { isForeignKeyViolation } from "#lib/db/errors.ts";

/** Runs check and write; once more if a row that the write refers to was gone. */
export async function judgeAgainIfGone<T>(checkAndWrite: () => Promise<T>): Promise<T> {
  try {
    return await checkAndWrite();
  } catch (thrown) {
    if (!isForeignKeyViolation(thrown)) throw thrown;
    return checkAndWrite();
  }
}
