/**
 * Prints the one-time address for the first account, or nothing when an account exists. A process of its own, so that
 * the starter does not carry the database client around for the rest of its life.
 */
import { issueSetupLink } from "#lib/features/staff/first-run.ts";
import { getDb } from "#lib/db/client.ts";

const link = await issueSetupLink();
if (link !== null) process.stdout.write(link);
await getDb().$disconnect();
