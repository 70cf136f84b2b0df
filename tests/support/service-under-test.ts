/**
 * The embedded service that contract tests speak to: the running product when there is one (tests/support/product.ts), otherwise the
 * service alone (service-server.ts). Three applications stand ready; their names differ per test file, so files may run together.
 */
import { randomBytes } from "node:crypto";
import type { PrismaClient } from "#lib/db/client.ts";
import { startServiceServer, type Credentials } from "./service-server.ts";
import { fetchToken } from "./wire.ts";

export type ServiceUnderTest = {
  /** Where the platform of this installation lies: `{origin}/platform`. */
  origin: string;
  /** {base_url} and {auth_url} of the service. */
  baseUrl: string;
  /** For looking behind the answers. */
  db: PrismaClient;
  first: Credentials;
  second: Credentials;
  disabled: Credentials;
  /** Has the scope ifc:read only. */
  reader: Credentials;
  tokenOf(credentials: Credentials): Promise<string>;
  /** Resolves when no mail waits any more. */
  mailsDelivered(): Promise<void>;
  stop(): Promise<void>;
};

/** Opens the service and registers the applications. */
export async function openService(): Promise<ServiceUnderTest> {
  const server = await startServiceServer();
  const run = randomBytes(4).toString("hex");
  const [first, second, disabled, reader] = await Promise.all([
    server.register(`first-${run}`),
    server.register(`second-${run}`),
    server.register(`disabled-${run}`),
    server.register(`reader-${run}`, ["ifc:read"]),
  ]);
  await server.db.serviceApplication.update({
    where: { clientId: disabled.clientId },
    data: { disabledAt: new Date() },
  });
  return {
    origin: server.origin,
    baseUrl: server.baseUrl,
    db: server.db,
    first,
    second,
    disabled,
    reader,
    tokenOf: (credentials) => fetchToken(server.baseUrl, credentials),
    mailsDelivered: async () => {
      await server.deliverMails();
    },
    stop: () => server.stop(),
  };
}
