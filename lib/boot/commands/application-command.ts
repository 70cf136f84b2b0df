/**
 * The commands of npm run application, on an open database: the terminal's version of the operator's page. Only credentials go to standard
 * output; messages to the person go to standard error. No secret is ever taken as an argument.
 */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { z } from "zod";
import type { AppError } from "#lib/core/errors.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { serviceAddresses, consoleOperator, type Operator } from "#lib/service/operator/operator.ts";
import { suggestClientId } from "#lib/service/operator/client-id.ts";
import { giveCloud, takeCloud } from "#lib/service/operator/cloud-access.ts";
import * as commands from "#lib/service/operator/commands.ts";
import { listApplications, listKeys } from "#lib/service/operator/queries.ts";
import { registerSchema, rowIdSchema } from "#lib/service/operator/schema.ts";
import { rotateSigningKeys } from "#lib/service/operator/signing-keys.ts";
import { isCommandName, type CommandName } from "./application-usage.ts";

/** Invalid arguments: exit code 2 and the usage. */
export class UsageError extends Error {}

export type Terminal = { print: (line: string) => void; say: (line: string) => void };

type Command = (args: readonly string[], operator: Operator, terminal: Terminal) => Promise<void>;

/** @throws UsageError, or AppError for a refusal. */
export async function runApplicationCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const [name = "", ...rest] = args;
  if (!isCommandName(name)) throw new UsageError(`Unknown command ${name}.`);
  await COMMANDS[name](rest, consoleOperator(userInfo().username), terminal);
}

const COMMANDS: Record<CommandName, Command> = {
  register,
  list,
  rotate,
  retire: async (args, operator, { say }) => {
    const [clientId] = expectCount(args, 1);
    const { hint } = await commands.retireOldSecret(operator, { clientId });
    say(`The secret that ends in ${hint} gets no more tokens.`);
  },
  disable: async (args, operator, { say }) => {
    const [clientId] = expectCount(args, 1);
    await commands.disableApplication(operator, { clientId });
    say(`${clientId} is disabled; its tokens are refused.`);
  },
  enable: async (args, operator, { say }) => {
    const [clientId] = expectCount(args, 1);
    await commands.enableApplication(operator, { clientId });
    say(`${clientId} is enabled.`);
  },
  give: async (args, operator, { say }) => {
    const [clientId, cloudId] = expectCount(args, 2);
    const cloudName = await giveCloud(operator, { clientId }, toCloudId(cloudId));
    say(`${clientId} sees Cloud ${cloudId} (${cloudName}) now.`);
  },
  take: async (args, operator, { say }) => {
    const [clientId, cloudId] = expectCount(args, 2);
    const cloudName = await takeCloud(operator, { clientId }, toCloudId(cloudId));
    say(`${clientId} does not see Cloud ${cloudId} (${cloudName}) any more.`);
  },
  keys,
  "rotate-keys": rotateKeys,
};

const REGISTER_OPTIONS = {
  name: { type: "string" },
  "client-id": { type: "string" },
  scope: { type: "string", multiple: true },
  redirect: { type: "string", multiple: true },
  "clouds-max": { type: "string" },
  "storage-gb": { type: "string" },
} as const;

/** Field of the schema → the option on the command line. */
const OPTION_OF: Record<string, string> = {
  clientId: "--client-id",
  scopes: "--scope",
  redirectRules: "--redirect",
  cloudsMax: "--clouds-max",
  storageGigabytes: "--storage-gb",
};

async function register(args: readonly string[], operator: Operator, terminal: Terminal): Promise<void> {
  const { values } = parse(() => parseArgs({ args: [...args], options: REGISTER_OPTIONS }));
  const name = values.name ?? "";
  const scopes = values.scope ?? [...SCOPES];
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) {
    throw new UsageError(`There is no scope ${unknown}. Scopes: ${SCOPES.join(", ")}.`);
  }
  const parsed = registerSchema.safeParse({
    name,
    clientId: values["client-id"] ?? suggestClientId(name),
    scopes,
    redirectRules: (values.redirect ?? []).join("\n"),
    cloudsMax: values["clouds-max"],
    storageGigabytes: values["storage-gb"],
  });
  if (!parsed.success) throw new UsageError(describeIssues(parsed.error));
  const made = await commands.registerApplication(operator, parsed.data);
  printCredentials(made, terminal);
  const { baseUrl, tokenUrl } = serviceAddresses();
  terminal.say(`${made.name} is registered. Tokens: ${tokenUrl}  Service: ${baseUrl}`);
}

async function list(args: readonly string[], operator: Operator, { print }: Terminal): Promise<void> {
  expectCount(args, 0);
  const rows = await listApplications(operator);
  print(["client id", "name", "state", "clouds", "given", "secrets", "scopes"].join("\t"));
  for (const row of rows) {
    const state = row.disabledAt === null ? "active" : `disabled ${row.disabledAt.toISOString()}`;
    const limit = row.cloudsMax === null ? "" : ` of ${row.cloudsMax}`;
    print(
      [
        row.clientId,
        row.isPortal ? `${row.name} (used by this portal)` : row.name,
        state,
        `${row.cloudsCreated}${limit}`,
        row.cloudsGiven,
        row.secrets.map(({ hint }) => `…${hint}`).join(" "),
        row.scopes.join(" "),
      ].join("\t"),
    );
  }
}

async function rotate(args: readonly string[], operator: Operator, terminal: Terminal): Promise<void> {
  const [clientId] = expectCount(args, 1);
  const made = await commands.rotateSecret(operator, { clientId });
  printCredentials(made, terminal);
  terminal.say(`Both secrets work now. When ${made.name} uses this one: retire ${made.clientId}`);
}

async function keys(args: readonly string[], operator: Operator, { print }: Terminal): Promise<void> {
  expectCount(args, 0);
  const rows = await listKeys(operator);
  print(["key", "state", "made", "changes"].join("\t"));
  for (const key of rows) {
    const changes = key.changesAt?.toISOString() ?? "";
    print([key.kid, key.state.toLowerCase(), key.createdAt.toISOString(), changes].join("\t"));
  }
}

async function rotateKeys(args: readonly string[], operator: Operator, { say }: Terminal): Promise<void> {
  const options = { revoke: { type: "boolean", default: false } } as const;
  const { values } = parse(() => parseArgs({ args: [...args], options }));
  const { kid, signsAt } = await rotateSigningKeys(operator, values.revoke);
  say(
    values.revoke
      ? `Key ${kid} signs now; every issued token is refused within seconds.`
      : `Key ${kid} is published and signs from ${signsAt.toISOString()} on; issued tokens stay valid.`,
  );
}

function printCredentials({ clientId, secret }: commands.ShownOnce, { print, say }: Terminal): void {
  print(`client_id=${clientId}`);
  print(`client_secret=${secret}`);
  say("The secret is printed this once; Portico keeps no copy of it.");
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function expectCount(args: readonly string[], count: 0 | 1 | 2): [string, string] {
  const [first = "", second = ""] = args;
  if (args.length === count && !args.some((arg) => arg === "" || arg.startsWith("--")))
    return [first, second];
  throw new UsageError(
    `This command takes ${count === 0 ? "nothing" : ["one name", "a name and a number"][count - 1]} more.`,
  );
}

function toCloudId(text: string): number {
  const parsed = rowIdSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError("A Cloud is named by its number, as the service shows it.");
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${OPTION_OF[String(path[0])] ?? `--${String(path[0])}`}: ${message}`)
    .join("\n");
}

/** A refusal as one text for the terminal. */
export function describeRefusal(error: AppError): string {
  const sentences = Object.values(error.details.fieldErrors ?? {}).flat();
  return [error.message, ...sentences].join(" ");
}
