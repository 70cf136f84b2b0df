/**
 * The embedded service that contract tests call: the running product when there is one (product-setup.ts), otherwise the service alone
 * (service-server.ts). Every test file registers applications with new names, so files may run together against one product.
 */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { registerApplication, startServiceServer, type Credentials } from "./service-server.ts";
import { fetchToken } from "./wire.ts";

export type ServiceUnderTest = {
  /** The installation's platform is at `{origin}/platform`. */
  origin: string;
  /** {base_url} and {auth_url} of the service. */
  baseUrl: string;
  /** For checks behind the answers. */
  db: PrismaClient;
  first: Credentials;
  second: Credentials;
  disabled: Credentials;
  /** Has only the scope ifc:read. */
  reader: Credentials;
  tokenOf(credentials: Credentials): Promise<string>;
  /** Delivers waiting emails; a running product does that automatically. */
  mailsDelivered(): Promise<void>;
  stop(): Promise<void>;
};

type Place = Pick<ServiceUnderTest, "origin" | "db" | "mailsDelivered" | "stop">;

/** Opens the service and registers the applications. */
export async function openService(): Promise<ServiceUnderTest> {
  const place = openProduct() ?? (await openServiceAlone());
  const { db, origin } = place;
  const run = randomBytes(4).toString("hex");
  const [first, second, disabled, reader] = await Promise.all([
    registerApplication(db, `first-${run}`),
    registerApplication(db, `second-${run}`),
    registerApplication(db, `disabled-${run}`),
    registerApplication(db, `reader-${run}`, ["ifc:read"]),
  ]);
  await db.serviceApplication.update({
    where: { clientId: disabled.clientId },
    data: { disabledAt: new Date() },
  });
  const baseUrl = `${origin}/service`;
  return {
    ...place,
    baseUrl,
    first,
    second,
    disabled,
    reader,
    tokenOf: (credentials) => fetchToken(baseUrl, credentials),
  };
}

function openProduct(): Place | null {
  const product = inject("product");
  if (product === null) return null;
  const db = createClient(product.databaseUrl);
  return {
    origin: product.origin,
    db,
    mailsDelivered: () => Promise.resolve(),
    stop: () => db.$disconnect(),
  };
}

async function openServiceAlone(): Promise<Place> {
  const server = await startServiceServer();
  return {
    origin: server.origin,
    db: server.db,
    mailsDelivered: async () => {
      await server.deliverMails();
    },
    stop: () => server.stop(),
  };
}
