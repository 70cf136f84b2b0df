/** Work on a connection of its own, without Prisma. */
import { Client, type ClientConfig } from "pg";

/** Connects, does the work, and closes the connection. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // A connection may break while idle; the next query then fails too and tells the caller.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
