/**
 * npm run application as people run it: in a separate process beside a running service, and on a stopped installation. What only one
 * command decides is asked of its function.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPostmaster } from "#lib/db/embedded/postmaster.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#lib/db/embedded/server.ts";
import { applyMigrations } from "#lib/db/migrate.ts";
import { cloudSchema } from "#lib/service/contract/records.ts";
import { runCommand, type Ended } from "#tests/support/command.ts";
import { endedWith } from "#tests/support/ended-with.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken, signedWire } from "#tests/support/wire.ts";

const scratch = await useScratchFolder("application");
const service = await useServiceServer();

function run(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  return runCommand("application", args, { PORTICO_DATA_DIR: join(scratch, "none"), ...environment });
}

const beside = (...args: string[]): Promise<Ended> => run(args, { DATABASE_URL: service.databaseUrl });

/** What the command's own function told the person. */
const told: string[] = [];

/** The command's own function, on the service's database. @returns what is printed @throws what the command refuses */
async function call(...args: string[]): Promise<string> {
  const { runApplicationCommand } = await import("#lib/boot/commands/application-command.ts");
  const printed: string[] = [];
  await runApplicationCommand(args, {
    print: (line) => printed.push(`${line}\n`),
    say: (line) => told.push(line),
  });
  return printed.join("");
}

function credentialsIn({ stdout }: Pick<Ended, "stdout">): { clientId: string; secret: string } {
  const found = /^client_id=(\S+)\nclient_secret=(\S+)\n$/.exec(stdout);
  const [, clientId, secret] = found ?? [];
  if (clientId === undefined || secret === undefined) throw new Error(`no credentials in ${stdout}`);
  return { clientId, secret };
}

describe("beside a running service", () => {
  test("registers, rotates and retires; each counts for the service at once", async () => {
    const registered = await beside("register", "--name", "Dak & Gevel", "--scope", "cloud:manage");
    expect(registered.code).toBe(0);
    const first = credentialsIn(registered);
    expect(first.clientId).toBe("dak-gevel");
    expect(registered.stderr).not.toContain(first.secret);
    await fetchToken(service.baseUrl, first);

    const second = credentialsIn({ stdout: await call("rotate", "dak-gevel") });
    await fetchToken(service.baseUrl, first);
    await fetchToken(service.baseUrl, second);
    await expect(call("rotate", "dak-gevel")).rejects.toMatchObject({ expected: true, code: "CONFLICT" });
    expect((await beside("retire", "dak-gevel")).stderr).toContain(first.secret.slice(-4));
    await expect(fetchToken(service.baseUrl, first)).rejects.toThrow();
    const listed = await call("list");
    expect(listed).toMatch(/^dak-gevel\tDak & Gevel\tactive\t/m);
    expect(listed).not.toContain(second.secret);
  });

  test("disables and enables; each counts for the service at once, also for a token that is out", async () => {
    const registered = await call("register", "--name", "Slot", "--scope", "cloud:manage");
    const ask = await signedWire(service.baseUrl, credentialsIn({ stdout: registered }));
    expect((await ask("GET", "/cloud")).status).toBe(200);
    expect((await beside("disable", "slot")).code).toBe(0);
    expect((await ask("GET", "/cloud")).status).toBe(401);
    expect(await call("list")).toMatch(/^slot\tSlot\tdisabled /m);
    await call("enable", "slot");
    expect((await ask("GET", "/cloud")).status).toBe(200);
    const audit = await service.db.audit.findFirstOrThrow({ where: { action: "application.disable" } });
    expect(audit.actorName).toMatch(/\(command line\)$/);
  });

  test("gives a Cloud and takes it back", async () => {
    const owner = await service.register("owner");
    const stdout = await call("register", "--name", "Guest", "--client-id", "guest.1");
    const guest = credentialsIn({ stdout });
    const asOwner = await signedWire(service.baseUrl, owner);
    const cloud = String(cloudSchema.parse((await asOwner("POST", "/cloud", { name: "Quay" })).body).id);
    const asGuest = await signedWire(service.baseUrl, guest);
    await call("give", "guest.1", cloud);
    expect(told.at(-1)).toContain("Quay");
    expect((await asGuest("GET", `/cloud/${cloud}`)).status).toBe(200);
    expect((await beside("take", "guest.1", cloud)).code).toBe(0);
    expect((await asGuest("GET", `/cloud/${cloud}`)).status).toBe(404);
    await expect(call("take", "guest.1", cloud)).rejects.toMatchObject({ expected: true });
  });

  test("makes a signing key and says when it signs", async () => {
    await fetchToken(service.baseUrl, await service.register("key-user"));
    const secret = { DATABASE_URL: service.databaseUrl, PORTICO_SECRET: process.env["PORTICO_SECRET"] ?? "" };
    expect(await run(["rotate-keys"], secret)).toMatchObject({ code: 0, stdout: "" });
    const keys = await call("keys");
    expect(keys.match(/\t(next|signing)\t/g)).toEqual(["\tnext\t", "\tsigning\t"]);
    await expect(call("rotate-keys")).rejects.toThrow("does not sign yet");
    const sealedWithNothing = await run(["rotate-keys"], { ...secret, PORTICO_SECRET: "" });
    expect(sealedWithNothing).toMatchObject(endedWith(1, "PORTICO_SECRET"));
  });

  test.each<[what: string, args: string[], code: number, words: RegExp]>([
    ["nothing", [], 2, /^No command\.[^]*Usage:/],
    ["an unknown command", ["remove", "x"], 2, /^Unknown command remove[^]*Usage:/],
    ["an unknown option", ["register", "--secret", "x"], 2, /--secret[^]*Usage:/],
    ["an unknown application", ["rotate", "nobody"], 1, /^This application was not found/],
  ])("%s: says what is wrong", async (_what, args, code, words) => {
    const ended = await beside(...args);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
    expect(ended.stderr).toMatch(words);
  });

  test.each<[what: string, args: string[], words: RegExp]>([
    ["no name", ["register"], /^--name: Give the application a name/],
    ["an unknown scope", ["register", "--name", "X", "--scope", "all"], /no scope all/],
    ["a rule that is none", ["register", "--name", "Xyz", "--redirect", "portal"], /--redirect: “portal”/],
    ["too few names", ["give", "x"], /a name and a number/],
    ["a Cloud that is no number", ["give", "x", "7a"], /by its number/],
  ])("%s: the usage is explained", async (_what, args, words) => {
    const { UsageError } = await import("#lib/boot/commands/application-command.ts");
    const wrong: unknown = await call(...args).catch((thrown: unknown) => thrown);
    expect(wrong).toBeInstanceOf(UsageError);
    expect(wrong).toHaveProperty("message", expect.stringMatching(words));
  });

  test("--help explains every command and needs no installation", async () => {
    const help = await run(["--help"], {});
    expect(help.code).toBe(0);
    for (const name of [
      "register",
      "list",
      "rotate",
      "retire",
      "disable",
      "enable",
      "give",
      "take",
      "rotate-keys",
    ])
      expect(help.stdout).toContain(`  ${name}`);
  });
});

describe("without a running Portico", () => {
  test("where there is none, says so and makes none", async () => {
    const ended = await run(["list"], { DATABASE_URL: "" });
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no Portico in .*none\./),
    });
  });

  const environment = { DATABASE_URL: "", PORTICO_DATA_DIR: join(scratch, "own") };
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: environment.PORTICO_DATA_DIR, settings: { fsync: "off" } });

  test("a database of an older version is named as such", async () => {
    const database = await start();
    const ended = await run(["list"], environment);
    await database.stop();
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain("Start Portico once with npm start");
  });

  test("starts the stopped database for the command alone", async () => {
    const database = await start();
    await applyMigrations(database.url);
    await database.stop();
    const ended = await run(["register", "--name", "Nightly"], environment);
    expect(ended.stderr).toContain("its database was started for this command");
    expect({ code: ended.code, ...credentialsIn(ended) }).toMatchObject({ code: 0, clientId: "nightly" });
    expect(await findPostmaster(join(environment.PORTICO_DATA_DIR, "postgres"))).toBeNull();
    const listed = await run(["list"], environment);
    expect(listed.stdout).toContain("nightly\tNightly\tactive");
  });
});
