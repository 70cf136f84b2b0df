/**
 * What the client needs to know to call a service. The secret stays sealed in it; only tokens.ts opens it, at the moment
 * it is sent to the token endpoint.
 */
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";

export type ServiceConnection = {
  id: string;
  /** Grows with every change of addresses or credentials: tokens of an older revision are not used. */
  revision: number;
  /** Without a trailing slash; likewise authUrl. */
  baseUrl: string;
  authUrl: string;
  realm: string;
  clientId: string;
  secretCipher: Uint8Array;
};

function context(connectionId: string): string {
  return `connection:${connectionId}`;
}

/** Seals a client secret for one connection; moved to another row it does not open. */
export function sealClientSecret(connectionId: string, secret: string): Uint8Array<ArrayBuffer> {
  return sealSecret(secret, context(connectionId));
}

/** Opens a connection's client secret. @throws Error when it was sealed for another connection or with another key. */
export function openClientSecret(connection: Pick<ServiceConnection, "id" | "secretCipher">): string {
  return openSecret(connection.secretCipher, context(connection.id));
}
