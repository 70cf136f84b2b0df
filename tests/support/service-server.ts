/**
 * The embedded service alone on a separate database, over real HTTP: for integration tests, and for contract tests when no whole product is
 * running. Emails are delivered when the test says so.
 */
import type { PrismaClient } from "#lib/db/client.ts";
import type { Scope } from "#lib/service/contract/scopes.ts";
import { createTestDatabase } from "./database.ts";
import { serveHandler } from "./http-bridge.ts";

export type Credentials = { clientId: string; secret: string };

export type ServiceServer = {
  origin: string;
  /** {base_url} and {auth_url} of the service. */
  baseUrl: string;
  db: PrismaClient;
  databaseUrl: string;
  /** Registers an application and returns its credentials. */
  register(clientId: string, scopes?: readonly Scope[]): Promise<Credentials>;
  /** Delivers every waiting email; returns how many were tried. */
  deliverMails(): Promise<number>;
  stop(): Promise<void>;
};

export type ServiceSettings = { smtpUrl?: string; mailFrom?: string };

/**
 * Starts the service. It reads its configuration once per process, so a test file starts it once, before importing anything that reads the
 * configuration.
 */
export async function startServiceServer(settings: ServiceSettings = {}): Promise<ServiceServer> {
  const database = await createTestDatabase();
  const bridge = await serveHandler(async (origin) => {
    configure(origin, database.url, settings);
    return (await import("#lib/service/server/handle.ts")).handleServiceRequest;
  });
  const { getDb } = await import("#lib/db/client.ts");
  const db = getDb();
  return {
    origin: bridge.origin,
    baseUrl: `${bridge.origin}/service`,
    db,
    databaseUrl: database.url,
    register: (clientId, scopes) => registerApplication(db, clientId, scopes),
    deliverMails: () => deliverMails(db),
    stop: async () => {
      await bridge.stop();
      await db.$disconnect();
      await database.drop();
    },
  };
}

function configure(origin: string, databaseUrl: string, settings: ServiceSettings): void {
  const variables = {
    PORTICO_ORIGIN: origin,
    // Where the portal calls the built-in service.
    PORT: new URL(origin).port,
    DATABASE_URL: databaseUrl,
    PORTICO_SECRET: "a secret of the tests, 32 characters",
    LOG_LEVEL: "silent",
    SMTP_URL: settings.smtpUrl ?? "",
    MAIL_FROM: settings.mailFrom ?? "Portico <portico@example.org>",
  };
  for (const [name, value] of Object.entries(variables)) process.env[name] = value;
}

/** Registers an application, by default with every scope. */
export async function registerApplication(
  db: PrismaClient,
  clientId: string,
  scopes?: readonly Scope[],
): Promise<Credentials> {
  const { ensureApplication } = await import("#lib/service/server/oauth/applications.ts");
  const { SCOPES } = await import("#lib/service/contract/scopes.ts");
  const secret = `secret-of-${clientId}`;
  await ensureApplication(
    { clientId, name: `Application ${clientId}`, secret, scopes: scopes ?? SCOPES },
    db,
  );
  return { clientId, secret };
}

async function deliverMails(db: PrismaClient): Promise<number> {
  const { deliverMail } = await import("#lib/mail/deliver.ts");
  const waiting = await db.outboxMail.findMany({
    where: { deliveredAt: null, failedAt: null },
    select: { id: true },
    orderBy: { createdAt: "asc" },
  });
  for (const { id } of waiting) await deliverMail(id, db);
  return waiting.length;
}
