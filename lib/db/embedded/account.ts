/**
 * Decides under which account the embedded PostgreSQL runs. PostgreSQL refuses to run as root, and an account made for it could not enter a
 * home folder that is closed to others; so root uses a user namespace, in which its own files belong to an ordinary user. This code must
 * never create accounts on the machine or open a folder to others.
 */
import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { DatabaseTrouble } from "../trouble.ts";

const run = promisify(execFile);

/** How the programs of the server are started: `command` before each, and the account to change to. */
export type ServerAccount = {
  readonly command: readonly string[];
  readonly spawnAs: { readonly uid?: number; readonly gid?: number };
};

/** The server's whole environment, without the caller's variables, which hold secrets. */
export const SERVER_ENVIRONMENT = {
  NODE_ENV: "production",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
  LC_ALL: "C",
  TZ: "UTC",
} as const;

type Ids = { readonly uid: number; readonly gid: number };

/**
 * The account for a server whose files are in `folder` (must exist). An ordinary user runs the server as itself. Root runs it as the
 * folder's owner; if the owner is root too, in a user namespace; if the machine forbids namespaces, as another account, which then becomes
 * the folder's owner.
 * @throws {DatabaseTrouble} when none of these is possible
 */
export async function chooseServerAccount(folder: string, binary: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { command: [], spawnAs: {} };
  const owner = await stat(folder);
  if (owner.uid !== 0) {
    const account = { command: [], spawnAs: { uid: owner.uid, gid: owner.gid } };
    if (await canRun(account, binary, folder)) return account;
  } else {
    const system = await listSystemAccounts();
    for (const { uid, gid } of system) {
      const command = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`];
      const account = { command, spawnAs: {} };
      if (await canRun(account, binary, folder)) return account;
    }
    for (const { uid, gid } of [...(await listFolderOwners(folder)), ...system]) {
      const account = { command: [], spawnAs: { uid, gid } };
      if (!(await canRun(account, binary, folder))) continue;
      await run("chown", ["-R", `${uid}:${gid}`, folder]);
      return account;
    }
  }
  throw new DatabaseTrouble(
    `PostgreSQL does not run as root, and no other account can use ${folder} on this machine ` +
      `(user namespaces are not available). Start Portico as an ordinary user, put the checkout and ` +
      `PORTICO_DATA_DIR where other accounts may enter, or set DATABASE_URL.`,
  );
}

/** File and arguments for node:child_process that run `program` under `account`. */
export function commandFor(
  account: ServerAccount,
  program: string,
  args: readonly string[],
): [string, string[]] {
  const [first = program, ...rest] = [...account.command, program, ...args];
  return [first, rest];
}

/** True when the server's program starts under this account and the account can enter the folder's parent. */
async function canRun(account: ServerAccount, binary: string, folder: string): Promise<boolean> {
  const probe = ["-c", 'test -x "$0/." && exec "$1" --version', dirname(folder), binary];
  const [file, args] = commandFor(account, "/bin/sh", probe);
  try {
    await run(file, args, { ...account.spawnAs, env: SERVER_ENVIRONMENT, timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/** Accounts of this machine that suit a server, best first. initdb looks its user up by name: an entry is needed. */
async function listSystemAccounts(): Promise<Ids[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "");
  const byName = new Map(
    text.split("\n").map((line) => {
      const [name = "", , uid, gid] = line.split(":");
      return [name, { uid: Number(uid), gid: Number(gid) }] as const;
    }),
  );
  return ["postgres", "_postgres", "daemon", "nobody"].flatMap((name) => {
    const ids = byName.get(name);
    return ids !== undefined && ids.uid > 0 && ids.gid > 0 ? [ids] : [];
  });
}

/** Owners, other than root, of the parent folders: root often works in the checkout of an ordinary user. */
async function listFolderOwners(folder: string): Promise<Ids[]> {
  const parent = dirname(folder);
  if (parent === folder) return [];
  const { uid, gid } = await stat(parent);
  const above = await listFolderOwners(parent);
  return uid === 0 ? above : [{ uid, gid }, ...above];
}
