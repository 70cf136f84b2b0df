/**
 * What the client needs to know to call a service. The secret stays sealed in it; only tokens.ts opens it, at the moment
 * it is sent to the token endpoint.
 */
import type { Reach } from "#lib/http/reach.ts";
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";

export type Network = "configured" | "private" | "public";

export type ServiceConnection = {
  id: string;
  /** Grows with every change of addresses or credentials: tokens of an older revision are not used. */
  revision: number;
  /**
   * configured: the operator's own addresses, called wherever they lead · private: https anywhere, http inside only · public: https
   * in the public internet only. Absent: configured.
   */
  network?: Network;
  /** Without a trailing slash; likewise authUrl. */
  baseUrl: string;
  authUrl: string;
  realm: string;
  clientId: string;
  secretCipher: Uint8Array;
};

/** Where a call of this connection to this address may lead. */
export function reachOf(network: Network | undefined, url: URL): Reach {
  if (network === undefined || network === "configured") return "anywhere";
  if (url.protocol === "http:") return "inside";
  return network === "private" ? "anywhere" : "public";
}

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
