/**
 * Encrypts the few secrets that must be read again (client secrets of connections, signing keys): AES-256-GCM, key derived from
 * PORTICO_SECRET (HKDF, RFC 5869), bound to a context so that a value copied to another row cannot be opened. While the secret is being
 * replaced, values sealed with PORTICO_SECRET_PREVIOUS can still be opened; nothing new is sealed with it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { getEnv, requireEnv } from "./env.ts";

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
  try {
    return openWith(deriveKey("secrets"), sealed, context);
  } catch (error) {
    const previous = getEnv().PORTICO_SECRET_PREVIOUS;
    if (previous === undefined) throw error;
    return openWith(deriveKey("secrets", previous), sealed, context);
  }
}

/** True when the value opens with PORTICO_SECRET itself, not only with the previous one. */
export function isSealedNow(sealed: Uint8Array, context: string): boolean {
  try {
    openWith(deriveKey("secrets"), sealed, context);
    return true;
  } catch {
    return false;
  }
}

function openWith(key: Buffer, sealed: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context, "utf8"));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

/** A 256-bit key for one purpose, derived from the installation's secret. */
export function deriveKey(purpose: string, secret = requireEnv("PORTICO_SECRET")): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "portico", purpose, 32));
}

/** Keys that may have been used for this purpose: that of the current secret, then that of the previous secret, if set. */
export function acceptedKeys(purpose: string): Buffer[] {
  const previous = getEnv().PORTICO_SECRET_PREVIOUS;
  return [deriveKey(purpose), ...(previous === undefined ? [] : [deriveKey(purpose, previous)])];
}
