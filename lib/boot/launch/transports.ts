/**
 * Whether connections to a mail server, a file store and an external database are encrypted and authenticated. Connections within this
 * machine need neither. Pure; connects to nothing.
 */
import type { Env } from "#lib/core/env.ts";
import { isLoopbackHost, isLoopbackAddress } from "#lib/core/network/networks.ts";
import { findMailServer } from "#lib/mail/smtp.ts";
import { Client } from "pg";

const OWN_NETWORK = "if everybody who can listen in between may know it all";

/** Sentences about connections that others could read, each with what to set; empty when there are none. */
export function findOpenTransports(env: Env): string[] {
  const troubles: string[] = [];
  const { SMTP_URL: smtpUrl, S3_ENDPOINT: endpoint, DATABASE_URL: databaseUrl } = env;
  if (findMailServer(env)?.isTlsRequired === true && new URL(smtpUrl ?? "").search !== "") {
    troubles.push(
      "SMTP_URL has settings after a ?, which could switch encryption off. Leave them out (an authority of your own is named " +
        `in NODE_EXTRA_CA_CERTS), or set SMTP_TLS=off ${OWN_NETWORK}.`,
    );
  }
  if (env.S3_TLS === "on" && endpoint !== undefined && isOpenAddress(new URL(endpoint))) {
    troubles.push(
      `S3_ENDPOINT is an http address: every file could be read and changed on the way. Use https, or set S3_TLS=off ${OWN_NETWORK}.`,
    );
  }
  if (env.DATABASE_TLS === "on" && databaseUrl !== undefined && !isProtectedConnection(databaseUrl)) {
    troubles.push(
      "DATABASE_URL asks for a connection that is not encrypted, or does not check whose database answers. Add " +
        "sslmode=verify-full to it (and sslrootcert=<file> for an authority of your own), or set DATABASE_TLS=off " +
        `${OWN_NETWORK}.`,
    );
  }
  return troubles;
}

function isOpenAddress(url: URL): boolean {
  return url.protocol === "http:" && !isLoopbackHost(url);
}

type TlsOptions = { rejectUnauthorized?: boolean; checkServerIdentity?: unknown };

/**
 * True for a local socket, for this machine, and for TLS whose certificate and host name are checked: as the driver itself parses the
 * string, including PG… variables. Also true for a string that it cannot parse; connecting explains the fault.
 */
function isProtectedConnection(databaseUrl: string): boolean {
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
