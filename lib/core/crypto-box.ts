/**
 * Encrypts the few secrets that must be read again (client secrets of connections, signing keys): AES-256-GCM, key
 * derived from PORTICO_SECRET (HKDF, RFC 5869), bound to a context so that a value copied to another row does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { requireEnv } from "./env.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts `plain` for one context, e.g. `connection:<id>`. Layout: nonce, tag, ciphertext. */
export function sealSecret(plain: string, context: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey("secrets"), nonce);
  cipher.setAAD(Buffer.from(context, "utf8"));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), body]));
}

/**
 * Opens what sealSecret made for the same context.
 * @throws Error when the value was changed, moved to another context, or made with another key.
 */
export function openSecret(sealed: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", deriveKey("secrets"), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

/** A 256-bit key for one purpose, derived from the installation's secret. */
export function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", requireEnv("PORTICO_SECRET"), "portico", purpose, 32));
}
