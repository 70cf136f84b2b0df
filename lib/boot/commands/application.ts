/**
 * npm run application: the registry of the built-in service from the terminal. This file opens the installation and calls
 * application-command.ts; it stops what it started and sets the exit code.
 */
import { toAppError } from "#lib/core/errors.ts";
import { USAGE, isCommandName, type CommandName } from "./application-usage.ts";
import { runFromRoot, say, toldUsage } from "#lib/boot/backup/command.ts";
import { adoptInstallation, openInstallation } from "#lib/boot/launch/installation.ts";
import { StartTrouble } from "#lib/boot/trouble.mjs";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(args: readonly string[]): Promise<void> {
  if (toldUsage(USAGE, args)) return;
  const [name = ""] = args;
  if (isCommandName(name)) {
    await runFromRoot(() => open(name, args));
  } else {
    say(`${name === "" ? "No command." : `Unknown command ${name}.`}\n\n${USAGE}`);
    process.exitCode = 2;
  }
}

async function open(name: CommandName, args: readonly string[]): Promise<number> {
  await using installation = await openInstallation(say);
  adoptInstallation(installation);
  if (installation.secret === null && name === "rotate-keys") {
    throw new StartTrouble(
      "A signing key cannot be sealed without the installation's secret: set PORTICO_SECRET.",
    );
  }
  if (installation.env.PORTICO_EMBEDDED === "off")
    say("Note: the built-in service is off (PORTICO_EMBEDDED).");
  return await run(args);
}

/** Imports code that reads the configuration only once the configuration is complete. */
async function run(args: readonly string[]): Promise<number> {
  const { UsageError, describeRefusal, runApplicationCommand } = await import("./application-command.ts");
  const { getDb } = await import("#lib/db/client.ts");
  const { isOtherSchema, translateDatabaseError } = await import("#lib/db/errors.ts");
  try {
    await runApplicationCommand(args, { print, say });
    return 0;
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      say(`${thrown.message}\n\n${USAGE}`);
      return 2;
    }
    if (isOtherSchema(thrown)) {
      say(
        "The database does not match this version of Portico. Start Portico once with npm start to update the database.",
      );
      return 1;
    }
    const error = toAppError(translateDatabaseError(thrown));
    if (!error.expected) throw thrown;
    say(describeRefusal(error));
    return 1;
  } finally {
    await getDb().$disconnect();
  }
}

await main(process.argv.slice(2));
