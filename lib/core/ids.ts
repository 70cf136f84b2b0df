/**
 * Identifiers and random secrets. Row ids are UUIDv7 (RFC 9562), so that rows of the same time are neighbours in an index; secrets are 256
 * random bits and never UUIDs.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { now } from "./clock.ts";

/** A new UUIDv7 (RFC 9562 section 5.7). */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now().getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 256 random bits as URL-safe text (43 characters). */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A short reference for people to quote, e.g. "7F3A-2210"; also in the log line. */
export function newReference(): string {
  const hex = randomBytes(4).toString("hex").toUpperCase();
  return `${hex.slice(0, 4)}-${hex.slice(4)}`;
}

/** SHA-256 of a text as lower-case hex: the stored form of random tokens. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Compares two texts in a time that does not depend on where they differ. */
export function constantTimeEqual(left: string, right: string): boolean {
  const a = createHash("sha256").update(left, "utf8").digest();
  const b = createHash("sha256").update(right, "utf8").digest();
  return timingSafeEqual(a, b);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a row id in its canonical form; anything else never reaches the database. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
