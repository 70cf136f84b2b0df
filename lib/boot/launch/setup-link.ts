/**
 * Prints the one-time address for the first account, or nothing when an account exists. A separate process, so that the starter does not
 * keep the database client in memory for the rest of its life.
 */
import { toAppError } from "#lib/core/errors.ts";
import { getDb } from "#lib/db/client.ts";
import { translateDatabaseError } from "#lib/db/errors.ts";
import { issueSetupLink } from "#lib/features/staff/first-run.ts";

try {
  process.stdout.write((await issueSetupLink(getDb())) ?? "");
} catch (error) {
  process.stderr.write(toAppError(translateDatabaseError(error)).message);
  process.exitCode = 1;
} finally {
  await getDb().$disconnect();
}
