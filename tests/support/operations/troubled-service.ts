/**
 * The service of this process in trouble, and out of it again: each function causes a problem for the duration of one call. For calls that
 * are refused before they do anything; makes no promise about concurrent work.
 */
import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { setClock } from "#lib/core/clock.ts";
import { requireEnv } from "#lib/core/env.ts";
import { oncePerProcess } from "#lib/core/once-per-process.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { handleServiceRequest } from "#lib/service/server/handle.ts";
import { requireRate } from "#lib/service/server/http/buckets.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { createS3Storage } from "#lib/storage/s3/bucket.ts";
import type { Storage } from "#lib/storage/storage.ts";
import { endSessions, runBeside } from "#tests/support/database.ts";
import { DOOR } from "#tests/support/detailed-ifc.ts";
import { registerApplication } from "#tests/support/service-server.ts";
import { until } from "#tests/support/until.ts";
import { fetchToken, wire, type Wire, type WireAnswer } from "#tests/support/wire.ts";
import { addMember, addProjectMember, getStage, type Ids } from "./stage.ts";

/** Longer than any silence that is tolerated. */
const SILENCE_MS = 60_000;

/** Nobody listens there. */
const DEAD_STORE = {
  bucket: "gone",
  region: "us-east-1",
  endpoint: "http://127.0.0.1:1",
  isPathStyle: true,
  credentials: { accessKeyId: "x", secretAccessKey: "x" },
  prefix: "",
};

export class TroubledService {
  readonly baseUrl: string;
  readonly call: Wire;
  /** One object of each kind, as in the stage. */
  readonly ids: Ids;
  readonly #db: PrismaClient;
  readonly #token: string;
  readonly #hasty: { id: number; call: Wire };

  constructor(place: {
    baseUrl: string;
    db: PrismaClient;
    token: string;
    ids: Ids;
    hasty: { id: number; call: Wire };
  }) {
    this.baseUrl = place.baseUrl;
    this.call = wire(place.baseUrl, place.token);
    this.ids = place.ids;
    this.#db = place.db;
    this.#token = place.token;
    this.#hasty = place.hasty;
  }

  /** A model that this process has not read yet, so that its answers have to come from the store. */
  async renewModel(): Promise<void> {
    const { cloudId = "", projectId = "", modelId } = this.ids;
    await this.#db.serviceModel.update({
      where: { id: Number(modelId) },
      data: { status: "C", answersKey: `clouds/${cloudId}/projects/${projectId}/models/1/${randomUUID()}` },
    });
  }

  /** A call whose body stops after its beginning; the clock advances at once. */
  async fallSilent(
    method: string,
    path: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: unknown }> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const waiting = Promise.withResolvers<undefined>();
      const pieces = [Buffer.from("--b\r\n")];
      const body = new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            const piece = pieces.shift();
            if (piece !== undefined) {
              controller.enqueue(piece);
              return;
            }
            waiting.resolve(undefined);
            await new Promise(() => undefined);
          },
        },
        { highWaterMark: 0 },
      );
      // A stream as body needs `duplex` (Fetch standard), which TypeScript's own types do not have yet.
      const init: RequestInit & { duplex: "half" } = {
        method,
        headers: { authorization: `Bearer ${this.#token}`, ...headers },
        body,
        duplex: "half",
      };
      const request = new Request(`${this.baseUrl}${path}`, init);
      const answered = handleServiceRequest(request);
      await Promise.race([waiting.promise, answered]);
      await vi.advanceTimersByTimeAsync(SILENCE_MS);
      const answer = await answered;
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    } finally {
      vi.useRealTimers();
    }
  }

  /** With a caller that has used up its calls; the clock stands still, so that it gets no new ones. */
  async whileThrottled(run: (call: Wire) => Promise<WireAnswer>): Promise<WireAnswer> {
    const atMs = Date.now();
    const restore = setClock(() => atMs);
    try {
      useUp(this.#hasty.id);
      return await run(this.#hasty.call);
    } finally {
      restore();
    }
  }

  /** With a renamed table. */
  async whileBroken(run: () => Promise<WireAnswer>): Promise<WireAnswer> {
    await this.#db.$executeRaw`ALTER TABLE service_application RENAME TO service_application_away`;
    try {
      return await run();
    } finally {
      await this.#db.$executeRaw`ALTER TABLE service_application_away RENAME TO service_application`;
    }
  }

  /** With a file store where nobody listens. */
  async whileStoreIsAway(run: () => Promise<WireAnswer>): Promise<WireAnswer> {
    const shared = oncePerProcess("storage", () => ({ store: null as Storage | null }));
    const store = getStorage();
    const patience = { writeMs: 0, readMs: 0 };
    shared.store = createS3Storage(DEAD_STORE, process.env["PORTICO_DATA_DIR"] ?? "", { patience });
    try {
      return await run();
    } finally {
      shared.store = store;
    }
  }

  /** With a database that accepts no connections and has ended the open ones. */
  async whileDatabaseIsAway(run: () => Promise<WireAnswer>): Promise<WireAnswer> {
    const name = new URL(requireEnv("DATABASE_URL")).pathname.slice(1);
    // A change by this test: what was cached for calls a moment ago is no longer valid (decision 0038).
    await this.renewModel();
    const statusIs = (status: number) => async () => (await this.call("GET", "/cloud")).status === status;
    try {
      await runBeside(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
      await endSessions(requireEnv("DATABASE_URL"));
      await until("the database is away", statusIs(503));
      return await run();
    } finally {
      await runBeside(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
      await until("the database is back", statusIs(200));
      await until("a connection is had", () => this.#db.serviceCloud.count().then(() => true, () => false)); // oxfmt-ignore
    }
  }
}

function useUp(applicationId: number): void {
  try {
    for (;;) requireRate(applicationId);
  } catch {
    // That was the last one.
  }
}

let made: Promise<TroubledService> | undefined;

/** The service with its objects, made at first use. */
export function getTroubledService(): Promise<TroubledService> {
  made ??= make();
  return made;
}

async function make(): Promise<TroubledService> {
  const { baseUrl, db } = (await getStage()).own;
  const credentials = await registerApplication(db, `troubled-${randomUUID()}`);
  const token = await fetchToken(baseUrl, credentials);
  const hasty = await registerApplication(db, `hasty-${randomUUID()}`);
  const { id } = await db.serviceApplication.findUniqueOrThrow({ where: { clientId: hasty.clientId } });
  return new TroubledService({
    baseUrl,
    db,
    token,
    ids: await makeObjects(wire(baseUrl, token), db),
    hasty: { id, call: wire(baseUrl, await fetchToken(baseUrl, hasty)) },
  });
}

/** Rows are enough: the calls end before more is read of them. */
async function makeObjects(call: Wire, db: PrismaClient): Promise<Ids> {
  const idOf = (body: unknown): number => (body as { id: number }).id;
  const cloudId = idOf((await call("POST", "/cloud", { name: "Troubled" })).body);
  const projectId = idOf((await call("POST", `/cloud/${String(cloudId)}/project`, { name: "Own" })).body);
  const webhook = { url: "https://hooks.example.org/in", events: ["model.deletion"] };
  const webhookId = idOf((await call("POST", `/cloud/${String(cloudId)}/webhook`, webhook)).body);
  const file = { name: "a.ifc", fileName: "a.ifc", fileType: "ifc", size: 1n, sha256: "0" };
  const addDocument = (headId: number | null): Promise<{ id: number }> =>
    db.serviceDocument.create({
      data: { projectId, ...file, headId, fileKey: `clouds/1/${randomUUID()}` },
    });
  const { id: documentId } = await addDocument(null);
  const { id: versionId } = await addDocument(documentId);
  const { id: modelId } = await db.serviceModel.create({ data: { projectId, documentId, name: "a.ifc" } });
  const userId = await addMember(db, cloudId);
  const projectUserId = await addProjectMember(db, projectId);
  const ids = {
    cloudId,
    projectId,
    webhookId,
    documentId,
    versionId,
    modelId,
    invitationId: 1,
    projectInvitationId: 1,
    userId,
    projectUserId,
    uuid: DOOR,
  };
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
}
