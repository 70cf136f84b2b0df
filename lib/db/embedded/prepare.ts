/**
 * Prepares the embedded server for the application: a free port on the loopback interface, which may be taken a moment later, so callers
 * must handle that; then its account and database. It must not create tables; migrations do that.
 */
import { randomInt } from "node:crypto";
import { realpath } from "node:fs/promises";
import type { Client } from "pg";
import { withClient } from "../with-client.ts";
import { APPLICATION, SUPERUSER, type ClusterAccess } from "./cluster.ts";
import { createServer, type AddressInfo } from "node:net";

/** Any number, the same in all processes; it must only differ from other advisory locks in this database. */
const PREPARE_LOCK = 7_046_121;

/** True when the server on `access.port` accepts our password and serves exactly `cluster`. */
export async function probeServer(access: ClusterAccess, cluster: string): Promise<boolean> {
  try {
    const answer = await withSuperuser(access, (client) =>
      client.query<{ folder: string }>("select current_setting('data_directory') as folder"),
    );
    const folder = answer.rows[0]?.folder ?? "";
    return (await realpath(folder)) === cluster;
  } catch {
    // Not yet accepting, shutting down, or another cluster's server: the caller checks again until its deadline.
    return false;
  }
}

/** Creates the application's account and database if they are missing. Safe when several processes do it at once. */
export async function ensureApplicationDatabase(access: ClusterAccess): Promise<void> {
  await withSuperuser(access, async (client) => {
    await client.query("select pg_advisory_lock($1)", [PREPARE_LOCK]);
    const role = await client.query("select 1 from pg_roles where rolname = $1", [APPLICATION]);
    if (role.rowCount === 0) {
      const password = client.escapeLiteral(access.applicationPassword);
      await client.query(
        `create role ${client.escapeIdentifier(APPLICATION)} login createdb password ${password}`,
      );
    }
    const database = await client.query("select 1 from pg_database where datname = $1", [APPLICATION]);
    if (database.rowCount === 0) {
      const name = client.escapeIdentifier(APPLICATION);
      await client.query(`create database ${name} owner ${name}`);
    }
  });
}

function withSuperuser<T>(access: ClusterAccess, work: (client: Client) => Promise<T>): Promise<T> {
  const config = {
    host: "127.0.0.1",
    port: access.port,
    user: SUPERUSER,
    password: access.superuserPassword,
    database: "postgres",
    connectionTimeoutMillis: 5_000,
    application_name: "portico-start",
  };
  return withClient(config, work);
}

/** True when `port` can be listened on at 127.0.0.1 right now. */
export function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** Below the ports that a system hands out by itself, to connections for example (from 32768 on Linux, from 49152 elsewhere). */
const [PORT_MIN, PORT_MAX] = [20_000, 32_000];
const PORT_ATTEMPTS = 50;

/**
 * A port of 127.0.0.1 that is free right now, and that the system does not hand out by itself: the data folder keeps it also while its
 * server is stopped. Where none of those that were tried is free, any port.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    if (await isPortFree(port)) return port;
  }
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const { port: bound } = server.address() as AddressInfo;
      server.close(() => resolvePort(bound));
    });
  });
}
