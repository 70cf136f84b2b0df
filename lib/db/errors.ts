/**
 * Translates database failures into the portal's errors: the only place that knows Prisma's codes.
 */
import { isDriverAdapterError } from "@prisma/driver-adapter-utils";
import { z } from "zod";
import { unavailable } from "#lib/core/errors.ts";
import { Prisma } from "./generated/client.ts";

const GONE = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);

/** SQLSTATEs of a database that is busy or going away: lock and statement limits, deadlock, shutdown, no free connection. */
const BUSY = new Set(["55P03", "57014", "40001", "40P01", "57P01", "57P02", "57P03", "53300"]);

/** The connection broke while waiting for an answer: a sent COMMIT may have been carried out. */
const BROKEN_CODES = new Set(["P1008", "P1017"]);
const BROKEN_KINDS = new Set(["ConnectionClosed", "SocketTimeout"]);
const UNREACHED_CODES = new Set(["P1001", "P1002"]);
const UNREACHED_KINDS = new Set(["DatabaseNotReachable", "TooManyConnections"]);

/** True when a unique constraint refused the write (Prisma P2002). */
export function isUniqueViolation(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2002";
}

/** True when a row that the write refers to does not exist (any more) (Prisma P2003). */
export function isForeignKeyViolation(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2003";
}

/** True when the row to change was absent or not in the expected state (Prisma P2025). */
export function isMissingRow(thrown: unknown): boolean {
  return thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === "P2025";
}

/** True when a table or column that this version knows is not in the database (Prisma P2021, P2022, or the SQLSTATE in a raw query). */
export function isOtherSchema(thrown: unknown): boolean {
  if (!(thrown instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return ["P2021", "P2022"].includes(thrown.code) || ["42P01", "42703"].includes(sqlState(thrown));
}

/** True when the database could not be reached, is busy or shutting down, or broke off: the query may be repeated. */
export function isDatabaseAway(thrown: unknown): boolean {
  if (isConnectionLost(thrown) || isOutOfConnections(thrown) || BUSY.has(sqlState(thrown))) return true;
  return thrown instanceof Prisma.PrismaClientKnownRequestError && GONE.has(thrown.code);
}

/** True when there was no connection, or it broke: unlike with a busy database, a new connection may work at once. */
export function isConnectionLost(thrown: unknown): boolean {
  if (thrown instanceof Prisma.PrismaClientInitializationError || isBroken(thrown)) return true;
  if (UNREACHED_KINDS.has(driverKind(thrown))) return true;
  return thrown instanceof Prisma.PrismaClientKnownRequestError && UNREACHED_CODES.has(thrown.code);
}

/** An AppError UNAVAILABLE when the database cannot be reached, otherwise what was thrown. */
export function translateDatabaseError(thrown: unknown): unknown {
  if (!isDatabaseAway(thrown)) return thrown;
  const message = isBroken(thrown)
    ? "The connection to the database broke off, so the last change may or may not be saved. Check before you try again."
    : "The database does not answer right now, so nothing was changed. Try again in half a minute.";
  return unavailable(message, { details: { retryAfterSeconds: 30 }, cause: thrown });
}

/** Messages of the pool and the driver, which have no code for this: no connection was returned or opened in time. */
const NO_CONNECTION_IN_TIME =
  /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

function isOutOfConnections(thrown: unknown): boolean {
  return thrown instanceof Error && NO_CONNECTION_IN_TIME.test(thrown.message);
}

/** The driver's messages, without a code, for a connection that the network ended. */
const ENDED_BELOW =
  /^(?:Connection terminated unexpectedly|Client has encountered a connection error and is not queryable)$/;

function isBroken(thrown: unknown): boolean {
  if (BROKEN_KINDS.has(driverKind(thrown))) return true;
  if (thrown instanceof Error && ENDED_BELOW.test(thrown.message)) return true;
  return thrown instanceof Prisma.PrismaClientKnownRequestError && BROKEN_CODES.has(thrown.code);
}

const reported = z.object({
  driverAdapterError: z.object({
    cause: z.object({ kind: z.string(), originalCode: z.string().optional() }),
  }),
});

function driverCause(thrown: unknown): { kind: string; originalCode?: string | undefined } | null {
  if (isDriverAdapterError(thrown)) return thrown.cause;
  if (!(thrown instanceof Prisma.PrismaClientKnownRequestError)) return null;
  return reported.safeParse(thrown.meta).data?.driverAdapterError.cause ?? null;
}

/** The driver's name for the error, if the error comes from the driver. */
function driverKind(thrown: unknown): string {
  return driverCause(thrown)?.kind ?? "";
}

function sqlState(thrown: unknown): string {
  return driverCause(thrown)?.originalCode ?? "";
}
