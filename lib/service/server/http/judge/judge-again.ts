/**
 * For writes whose check found rows that were deleted before the write came: the check is made again and then says so in the words of
 * the wire, instead of a fault.
 */
import { isForeignKeyViolation } from "#lib/db/errors.ts";

/** Runs check and write; once more when a row that the write refers to was gone. */
export async function judgeAgainIfGone<T>(checkAndWrite: () => Promise<T>): Promise<T> {
  try {
    return await checkAndWrite();
  } catch (thrown) {
    if (!isForeignKeyViolation(thrown)) throw thrown;
    return checkAndWrite();
  }
}
