/**
 * S20: a dump of the database holds no usable password, token, link or secret: only hashes, or values sealed with a key that is stored
 * elsewhere.
 */
import { expect, test } from "vitest";
import { getDb } from "#lib/db/client.ts";
import { inviteStaff } from "#lib/features/staff/invitations.ts";
import { issueSetupLink } from "#lib/features/staff/first-run.ts";
import { beginSecondFactor } from "#lib/features/staff/own-account.ts";
import { sendPasswordReset } from "#lib/features/staff/passwords.ts";
import { registerApplication, rotateSecret } from "#lib/service/operator/commands.ts";
import { staffOperator } from "#lib/service/operator/operator.ts";
import { rotateSigningKeys } from "#lib/service/operator/signing-keys.ts";
import { dumpDatabase } from "#tests/support/database-dump.ts";
import { connect } from "../features/portal.ts";
import { addPerson, addToken, useAccounts, PASSWORD, readMail } from "./accounts.ts";

await useAccounts();

test("nothing in a dump opens anything", async () => {
  const setupToken = (await issueSetupLink(getDb()))?.split("setup=").at(1);
  const admin = await addPerson("ADMINISTRATOR");
  const colleague = await addPerson("OPERATOR");
  await inviteStaff(admin, { email: "noor@kanaal.example", role: "VIEWER" });
  await sendPasswordReset(admin, colleague.staffId);
  const application = await registerApplication(staffOperator(admin), {
    name: "Drawing room",
    clientId: "drawing-room",
    scopes: ["cloud:manage"],
    redirectRules: [],
    cloudsMax: null,
    storageGigabytes: null,
  });
  const rotated = await rotateSecret(staffOperator(admin), { id: application.id });
  await rotateSigningKeys(staffOperator(admin), false);
  const clientSecret = "canary of a connection, 3f9a";
  await connect(getDb(), { baseUrl: "https://a.example", clientId: "portico", secret: clientSecret });
  const secrets: Record<string, string> = {
    password: PASSWORD,
    "setup link": setupToken ?? "",
    "access token": await addToken(colleague),
    "second factor": (await beginSecondFactor(colleague)).secret,
    "invitation link": (await readMail("noor@kanaal.example")).token,
    "password link": (await readMail(colleague.email)).token,
    "application's secret": rotated.secret,
    "application's former secret": application.secret,
    "connection's secret": clientSecret,
    "installation's secret": process.env["PORTICO_SECRET"] ?? "",
  };
  const dump = Object.entries(await dumpDatabase(getDb()));
  expect(dump.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(15);
    const bytes = Buffer.from(secret);
    // PostgreSQL writes bytes as hex or base64, so a secret could be hidden in such text.
    const disguises = [secret, bytes.toString("hex"), bytes.toString("base64").replace(/.{2}=*$/, "")];
    for (const [table, rows] of dump)
      if (disguises.some((text) => rows.toLowerCase().includes(text.toLowerCase())))
        found.push(`${name} in ${table}`);
  }
  expect(found).toEqual([]);
  for (const [table, rows] of dump) expect(rows.includes("PRIVATE KEY"), table).toBe(false);
});
