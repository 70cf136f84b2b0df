/**
 * A portal over the embedded service with the fault proxy in between, for the tests of this folder: real PostgreSQL, real HTTP. Each test
 * file starts the portal once. Tests move the clock to the times that matter; they never wait for them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import type { PrismaClient, StaffRole } from "#lib/db/client.ts";
import { type FaultProxy, startFaultProxy } from "#tests/support/fault-proxy.ts";
import { type ServiceServer, startServiceServer } from "#tests/support/service-server.ts";

export type Portal = {
  db: PrismaClient;
  proxy: FaultProxy;
  service: ServiceServer;
  /** A connection through the proxy. */
  connectionId: string;
  dataDir: string;
  actor(role?: StaffRole, name?: string): Promise<Actor>;
  stop(): Promise<void>;
};

/** Starts service, proxy and database, and makes the connection. */
export async function startPortal(): Promise<Portal> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "portico-features-"));
  process.env["PORTICO_DATA_DIR"] = dataDir;
  const service = await startServiceServer();
  const proxy = await startFaultProxy(service.origin);
  const application = await service.register(`portal-${randomBytes(4).toString("hex")}`);
  const connectionId = await connect(service.db, {
    baseUrl: `${proxy.origin}/service`,
    clientId: application.clientId,
    secret: application.secret,
  });
  return {
    db: service.db,
    proxy,
    service,
    connectionId,
    dataDir,
    actor: (role = "OPERATOR", name = "Sanne Verbeek") => addActor(service.db, role, name),
    stop: async () => {
      await proxy.stop();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds a live connection to these addresses. */
export async function connect(
  db: PrismaClient,
  to: { baseUrl: string; clientId: string; secret: string; realm?: string; authUrl?: string },
): Promise<string> {
  const { sealClientSecret } = await import("#lib/service/client/connection.ts");
  const id = newId();
  await db.connection.create({
    data: {
      id,
      name: "Bouwdata Nederland",
      kind: "LIVE",
      baseUrl: to.baseUrl,
      authUrl: to.authUrl ?? to.baseUrl,
      realm: to.realm ?? "portico",
      platformUrl: "https://platform.bouwdata.example",
      clientId: to.clientId,
      secretCipher: sealClientSecret(id, to.secret),
      secretLast4: to.secret.slice(-4),
    },
  });
  return id;
}

async function addActor(db: PrismaClient, role: StaffRole, name: string): Promise<Actor> {
  const staffId = newId();
  const email = `${staffId}@portico.example`;
  await db.staff.create({ data: { id: staffId, name, email, passwordHash: "-", role } });
  return { staffId, name, role, requestId: randomBytes(4).toString("hex") };
}

/** A key as a form generates it. */
export function formKey(): string {
  return randomBytes(16).toString("base64url");
}
