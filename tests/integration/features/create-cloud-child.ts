/** A separate portal process that creates one cloud; tests kill it in the middle. Arguments: connection, staff, key, name. */
import { createCloud } from "#lib/features/clouds/commands.ts";
import "#tests/support/journal.ts";

const [connectionId = "", staffId = "", key = "", name = ""] = process.argv.slice(2);
const actor = { staffId, name: "Sanne Verbeek", role: "OPERATOR", requestId: "CHILD" } as const;
const { operation } = await createCloud(actor, { key, connectionId, name });
process.stdout.write(`${operation.state}\n`);
process.exit(0);
