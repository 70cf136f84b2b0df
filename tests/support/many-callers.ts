/** More rows of the built-in service than a test could make by calling it: applications, and processed models of one project. */
import { createHash } from "node:crypto";
import type { PrismaClient } from "#lib/db/client.ts";

const INSERTED_AT_ONCE = 5_000;

/** Client id and secret of application `n`. */
export const clientIdOf = (n: string): string => `caller-${n}`;
export const secretOf = (n: string): string => `the secret of caller ${n}`;

/** As many different names of models. */
export const modelNames = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `Model ${String(n)}.ifc`);

/** Applications 0 to `count` - 1. */
export async function addApplications(db: PrismaClient, count: number): Promise<void> {
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(INSERTED_AT_ONCE, count - from) }, (_, n) =>
      String(from + n),
    );
    const rows = await db.serviceApplication.createManyAndReturn({
      data: numbers.map((n) => ({
        clientId: clientIdOf(n),
        name: `Application ${n}`,
        scopes: ["cloud:read", "ifc:read"],
      })),
    });
    await db.serviceSecret.createMany({
      data: rows.map(({ id, name }) => {
        const secret = secretOf(name.replace("Application ", ""));
        return {
          applicationId: id,
          secretHash: Uint8Array.from(createHash("sha256").update(secret).digest()),
        };
      }),
    });
  }
  // Gives the planner statistics, as in a database that has had these rows for some time.
  await db.$executeRaw`ANALYZE`;
}

/** Adds models of these names to a project, without files. */
export async function addReadModels(
  db: PrismaClient,
  projectId: number,
  names: readonly string[],
): Promise<void> {
  const documents = await db.serviceDocument.createManyAndReturn({
    data: names.map((name) => ({
      projectId,
      name,
      fileName: name,
      fileKey: `many/${name}`,
      fileType: "ifc",
      size: 1_000_000n,
      sha256: "0".repeat(64),
    })),
  });
  await db.serviceModel.createMany({
    data: documents.map(({ id, name }) => ({ projectId, documentId: id, name, status: "C" as const })),
  });
}
