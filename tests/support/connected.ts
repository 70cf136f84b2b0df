/** Connections to a database, each for as long as its block runs: `await using`. */
import { Client } from "pg";
import { createClient, type PrismaClient } from "#lib/db/client.ts";

/** For the tables of the portal and its service. */
export function openDb(url: string): PrismaClient & AsyncDisposable {
  const db = createClient(url);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.$disconnect() });
}

/** One connection, for statements that Prisma does not know. */
export async function connect(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
