/** Checks the port before the server needs it: free, or taken by whom. Must not end the process that holds it. */
import { readFile, readdir, readlink } from "node:fs/promises";
import { createServer } from "node:net";
import { StartTrouble, codeOf } from "#lib/boot/trouble.mjs";

/** Browsers try this address first for "localhost": another program there would be mistaken for Portico. */
const LOCAL_V6 = "::1";

/**
 * Proves that the server will be able to listen on `port` at `addresses` (listen.ts).
 * @throws {StartTrouble} taken, naming the process if known; not allowed; no address of this machine
 */
export async function assertPortFree(port: number, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await assertFree(port, address, await tryToListen(port, address));
  const besides = await tryToListen(port, LOCAL_V6);
  if (besides === "EADDRINUSE") await assertFree(port, LOCAL_V6, besides);
}

async function assertFree(port: number, address: string, code: string | null): Promise<void> {
  // On a machine without IPv6, 0.0.0.0 covers all addresses.
  if (code === null || (address === "::" && code === "EAFNOSUPPORT")) return;
  if (code === "EADDRNOTAVAIL") {
    throw new StartTrouble(
      `PORTICO_HOST: ${address} is not an address of this machine. Use an address of this machine, or 0.0.0.0 for all.`,
    );
  }
  if (code === "EACCES") {
    throw new StartTrouble(
      `Port ${port} is reserved for privileged accounts on this machine. Choose one above 1023, for example ` +
        "PORT=3000 npm start.",
    );
  }
  if (code !== "EADDRINUSE") {
    throw new StartTrouble(
      `Port ${port} cannot be listened on at ${address} (${code}). Choose another with PORT.`,
    );
  }
  const holder = await findListener(port);
  const by = holder === null ? "another process" : `process ${holder.pid} (${holder.command})`;
  throw new StartTrouble(
    `Port ${port} is taken by ${by}. Stop it, or choose another port: PORT=${port === 65_535 ? 3000 : port + 1} npm start.`,
  );
}

/** The code of the error, or null when listening worked. */
function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(codeOf(error)));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

type Listener = { readonly pid: number; readonly command: string };

/** Which process listens on a TCP port of this machine, where the system tells (Linux, own processes or as root). */
export async function findListener(port: number): Promise<Listener | null> {
  const sockets = await listListeningSockets(port);
  if (sockets.size === 0) return null;
  for (const pid of (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      if (sockets.has(target)) return { pid: Number(pid), command: await readCommand(pid) };
    }
  }
  return null;
}

/** The sockets ("socket:[inode]") that listen on `port`; proc(5), /proc/net/tcp: fields 1 address, 3 state, 9 inode. */
async function listListeningSockets(port: number): Promise<Set<string>> {
  const tables = await Promise.all(
    ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFile(file, "latin1").catch(() => "")),
  );
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = tables.flatMap((table) => table.split("\n")).map((line) => line.trim().split(/\s+/));
  const listening = rows.filter((row) => row[1]?.endsWith(wanted) === true && row[3] === "0A");
  return new Set(listening.map((row) => `socket:[${row[9] ?? ""}]`));
}

/** A process's command, short enough for a sentence; arguments may contain secrets, so at most two words. */
async function readCommand(pid: string): Promise<string> {
  const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""))
    .split("\0")
    .filter((word) => word !== "");
  return words.slice(0, 2).join(" ").slice(0, 80) || "unknown";
}
