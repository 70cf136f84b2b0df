/** Whether a connection string leads to an encrypted connection with an authenticated database. Connects to nothing. */
import { Client } from "pg";
import { isLoopbackAddress } from "#lib/core/network/networks.ts";

type TlsOptions = { rejectUnauthorized?: boolean; checkServerIdentity?: unknown };

/**
 * True for a local socket, for this machine, and for TLS whose certificate and host name are checked: as the driver itself parses the
 * string, including PG… variables. Also true for a string that it cannot parse; connecting explains the fault.
 */
export function isProtectedConnection(databaseUrl: string): boolean {
  let read: { host: string; ssl: boolean | TlsOptions };
  try {
    read = new Client({ connectionString: databaseUrl });
  } catch {
    return true;
  }
  const { host, ssl } = read;
  if (host.startsWith("/") || host === "localhost" || isLoopbackAddress(host)) return true;
  if (typeof ssl === "boolean") return ssl;
  return ssl.rejectUnauthorized !== false && ssl.checkServerIdentity === undefined;
}
