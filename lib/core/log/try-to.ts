/** For pages that can do without something: an expected error goes to the log. */
import { AppError } from "../errors.ts";
import { log } from "./logger.ts";

/** What `read` gives; null after an expected error, for which `failed` and `facts` go to the log. */
export async function tryTo<T>(read: () => Promise<T>, failed: string, facts: object): Promise<T | null> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.expected)) throw thrown;
    log.info(failed, { ...facts, code: thrown.code });
    return null;
  }
}
