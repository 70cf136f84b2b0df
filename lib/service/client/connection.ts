/** What the client needs to call a service. The secret stays sealed; only tokens.ts opens it, when sending it to the token endpoint. */
import type { Reach } from "#lib/http/reach.ts";
import { openSecret, sealSecret } from "#lib/core/crypto-box.ts";

export type Network = "configured" | "private" | "public";

export type ServiceConnection = {
  id: string;
  /** Increases with every change of addresses or credentials; tokens of an older revision are not used. */
  revision: number;
  /**
   * configured: the operator's own addresses, called wherever they lead · private: https anywhere, http only to this machine and private
   * networks · public: https only on the public internet. Absent: configured.
   */
  network?: Network;
  /** Without a trailing slash; likewise authUrl. */
  baseUrl: string;
  authUrl: string;
  realm: string;
  clientId: string;
  secretCipher: Uint8Array;
};

/** Which networks a call of this connection to this address may reach. */
export function reachOf(network: Network | undefined, url: URL): Reach {
  if (network === undefined || network === "configured") return "anywhere";
  if (url.protocol === "http:") return "inside";
  return network === "private" ? "anywhere" : "public";
}

const context = (connectionId: string): string => `connection:${connectionId}`;

/** Seals a client secret for one connection; in another row it cannot be opened. */
export function sealClientSecret(connectionId: string, secret: string): Uint8Array<ArrayBuffer> {
  return sealSecret(secret, context(connectionId));
}

/** Opens a connection's client secret. @throws Error when it was sealed for another connection or with another key. */
export function openClientSecret(connection: Pick<ServiceConnection, "id" | "secretCipher">): string {
  return openSecret(connection.secretCipher, context(connection.id));
}
