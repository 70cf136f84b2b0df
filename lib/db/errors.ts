/**
 * Translates database failures into the portal's errors: the only place that knows Prisma's codes.
 */
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { Prisma } from "./generated/client.ts";

const GONE = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);

/** SQLSTATEs of a database that is busy or going away: lock and statement limits, deadlock, shutdown, no connection free. */
const BUSY = new Set(["55P03", "57014", "40001", "40P01", "57P01", "57P02", "57P03", "53300"]);

/** True when a unique constraint refused the write (Prisma P2002). */
export function isUniqueViolation(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2002";
}

/** True when a row that the write refers to is not there (any more) (Prisma P2003). */
export function isForeignKeyViolation(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2003";
}

/** True when the row to be changed was not there in the expected state (Prisma P2025). */
export function isMissingRow(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2025";
}

/** True when a table or column that this version knows is not in the database (Prisma P2021, P2022, or the SQLSTATE in a raw query). */
export function isOtherSchema(thrown: unknown): boolean {
  if (!(thrown instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return ["P2021", "P2022"].includes(thrown.code) || ["42P01", "42703"].includes(sqlState(thrown));
}

/** An AppError UNAVAILABLE when the database cannot be reached, otherwise what was thrown. */
export function translateDatabaseError(thrown: unknown): unknown {
  const code = thrown instanceof Prisma.PrismaClientKnownRequestError ? thrown.code : undefined;
  const unreachable =
    thrown instanceof Prisma.PrismaClientInitializationError ||
    (code !== undefined && (GONE.has(code) || BUSY.has(sqlState(thrown))));
  if (!unreachable) return thrown;
  return new AppError(
    "UNAVAILABLE",
    "The database does not answer right now, so nothing was changed. Try again in half a minute.",
    {
      details: { retryAfterSeconds: 30 },
      cause: thrown,
    },
  );
}

/** The SQLSTATE that the driver reported, or nothing. */
function sqlState(thrown: unknown): string {
  const meta = thrown instanceof Prisma.PrismaClientKnownRequestError ? thrown.meta : undefined;
  const report = z.object({ cause: z.object({ originalCode: z.string() }) });
  const parsed = report.safeParse(meta?.["driverAdapterError"]);
  return parsed.success ? parsed.data.cause.originalCode : "";
}
