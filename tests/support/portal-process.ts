/**
 * The portal's domain layer in a separate process, for tests that kill it: prints "ready" once everything is loaded, then does one piece of
 * work for each line of JSON that it reads, each over fresh database connections, and answers each with a line. Configured by the
 * environment like the product.
 */
import { createInterface } from "node:readline";
import { getDb } from "#lib/db/client.ts";
import "./journal.ts";
import { doPortalWork, type PortalWork } from "./portal-work.ts";
import { sayReady } from "./short-process.ts";

sayReady();
for await (const line of createInterface({ input: process.stdin })) {
  await getDb().$disconnect();
  const said = await doPortalWork(JSON.parse(line) as PortalWork).catch((thrown: unknown) => String(thrown));
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
process.exit(0);
