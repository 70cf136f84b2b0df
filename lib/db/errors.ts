/**
 * Translates database failures into the portal's errors: the only place that knows Prisma's codes.
 */
import { AppError } from "#lib/core/errors.ts";
import { Prisma } from "./generated/client.ts";

const GONE = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"]);

/** True when a unique constraint refused the write (Prisma P2002). */
export function isUniqueViolation(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2002";
}

/** True when the row to be changed was not there in the expected state (Prisma P2025). */
export function isMissingRow(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2025";
}

/** An AppError UNAVAILABLE when the database cannot be reached, otherwise what was thrown. */
export function translateDatabaseError(thrown: unknown): unknown {
  const code = thrown instanceof Prisma.PrismaClientKnownRequestError ? thrown.code : undefined;
  const unreachable =
    thrown instanceof Prisma.PrismaClientInitializationError || (code !== undefined && GONE.has(code));
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
