/**
 * npm run backup: everything of an installation into one file, whether Portico runs or not. Nothing of the installation is changed.
 */
import { existsSync } from "node:fs";
import { describeSize, runCommandLine, say } from "./backup/command.ts";
import { openInstallation } from "./installation.ts";
import { StartTrouble } from "./trouble.mjs";

const USAGE = `Usage: npm run backup -- <file>

Writes the database, the files that it names and the installation's secret into one file, also while
Portico works. The file is as confidential as the data folder: keep it where nobody else can read it.
With PORTICO_SECRET in the environment the secret stays out of it; keep it with the backup's key.
`;

await runCommandLine(USAGE, { words: [1, 1] }, async (given) => {
  const file = given.fileOf(given.words[0] ?? "");
  if (existsSync(file))
    throw new StartTrouble(`${file} exists already and is not overwritten. Name another file.`);
  const installation = await openInstallation(say);
  const { env, databaseUrl, secret } = installation;
  try {
    if (secret === null) {
      throw new StartTrouble(
        "The installation's secret is neither in PORTICO_SECRET nor in the data folder; a backup without it could not be used.",
      );
    }
    process.env["DATABASE_URL"] = databaseUrl;
    const { openStorage } = await import("#lib/storage/instance.ts");
    const { makeBackup } = await import("./backup/make.ts");
    const source = { databaseUrl, dataDir: env.dataDir, storage: openStorage(env), secret };
    const report = await makeBackup({ ...source, withSecret: env.PORTICO_SECRET === undefined }, file);
    say(
      `${file} holds ${String(report.rows)} rows and ${String(report.files)} files in ${describeSize(report.bytes)}.`,
    );
    if (report.auditHead !== null) say(`The audit's head in it is ${report.auditHead}`);
    if (report.missing.length > 0) {
      say(
        `The store lacks ${String(report.missing.length)} files that the database names, such as ${report.missing[0] ?? ""}; the backup lacks them too.`,
      );
    }
    return 0;
  } finally {
    await installation.close();
  }
});
