/**
 * A portal over the embedded service with the fault proxy in between, for the tests of this folder: real PostgreSQL, real HTTP. Each test
 * file starts the portal once. Tests move the clock to the times that matter; they never wait for them.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, beforeEach } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import type { AuditModel, Prisma, PrismaClient, StaffRole } from "#lib/db/client.ts";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { type FaultProxy, startFaultProxy } from "#tests/support/fault-proxy.ts";
import { type ServiceServer, startServiceServer } from "#tests/support/service-server.ts";

export type Portal = {
  db: PrismaClient;
  proxy: FaultProxy;
  service: ServiceServer;
  /** A connection through the proxy. */
  connectionId: string;
  dataDir: string;
  /** A further connection through the proxy, as an application of its own; `more` replaces parts of its addresses and credentials. */
  addConnection: (application: string, more?: Partial<ConnectionAddresses>) => Promise<string>;
  actor(role?: StaffRole, name?: string): Promise<Actor>;
  /** What the form for a new Cloud of this connection sends. */
  cloudForm: (name: string) => { key: string; connectionId: string; name: string };
  /** Creates a Cloud in the way a form does; returns its id, and its number at the service. */
  makeCloud: (actor: Actor, name: string) => Promise<{ cloudId: string; number: number }>;
  makeProject: (
    actor: Actor,
    cloudId: string,
    name: string,
    parentId?: number,
  ) => Promise<{ projectId: string; number: number }>;
  /** Somebody joins the service's Cloud of this number, whether they have an account there or not; returns the account's number. */
  joinCloud: (number: number, email: string, role: 50 | 100, firstname?: string) => Promise<number>;
  /** Rows of the audit, oldest first. */
  audited: (where: Prisma.AuditWhereInput) => Promise<AuditModel[]>;
  /** The same in short: "cloud.create DONE". */
  trail: (where: Prisma.AuditWhereInput) => Promise<string[]>;
  stop(): Promise<void>;
};

/** A portal for the tests of one file: none of them meets faults that another one has injected. */
export async function usePortal(): Promise<Portal> {
  const portal = await startPortal();
  afterAll(() => portal.stop());
  beforeEach(() => {
    portal.proxy.clear();
  });
  return portal;
}

/** Starts service, proxy and database, and makes the connection. */
export async function startPortal(): Promise<Portal> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "portico-features-"));
  process.env["PORTICO_DATA_DIR"] = dataDir;
  const service = await startServiceServer();
  const proxy = await startFaultProxy(service.origin);
  const addConnection: Portal["addConnection"] = async (application, more) => {
    const credentials = await service.register(application);
    return connect(service.db, { baseUrl: `${proxy.origin}/service`, ...credentials, ...more });
  };
  const connectionId = await addConnection(`portal-${randomBytes(4).toString("hex")}`);
  const cloudForm = (name: string) => ({ key: formKey(), connectionId, name });
  const audited: Portal["audited"] = (where) => service.db.audit.findMany({ where, orderBy: { seq: "asc" } });
  return {
    db: service.db,
    proxy,
    service,
    connectionId,
    dataDir,
    addConnection,
    actor: (role = "OPERATOR", name = "Sanne Verbeek") => addActor(service.db, role, name),
    cloudForm,
    makeCloud: async (actor, name) => {
      const { cloudId, operation } = await createCloud(actor, cloudForm(name));
      return { cloudId: cloudId ?? "", number: operation.result?.serviceId ?? 0 };
    },
    makeProject: async (actor, cloudId, name, parentId) => {
      const form = { key: formKey(), cloudId, name, ...(parentId === undefined ? {} : { parentId }) };
      const { projectId, operation } = await createProject(actor, form);
      return { projectId: projectId ?? "", number: operation.result?.serviceId ?? 0 };
    },
    joinCloud: async (number, email, role, firstname = "An") => {
      const memberships = { create: { cloudId: number, role } };
      const names = { firstname, lastname: "Other" };
      const { id } = await service.db.serviceUser.upsert({
        where: { email },
        update: { memberships },
        create: { sub: newId(), email, ...names, passwordHash: "-", memberships },
      });
      return id;
    },
    audited,
    trail: async (where) => (await audited(where)).map(({ action, outcome }) => `${action} ${outcome}`),
    stop: async () => {
      await proxy.stop();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type ConnectionAddresses = {
  baseUrl: string;
  clientId: string;
  secret: string;
  realm?: string;
  authUrl?: string;
};

/** Adds a live connection to these addresses. */
export async function connect(db: PrismaClient, to: ConnectionAddresses): Promise<string> {
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

/** A file in these pieces. */
export async function* pieces(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(typeof part === "string" ? Buffer.from(part) : part);
}
