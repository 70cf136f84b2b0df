/**
 * Opens every sealed value of a database with the secrets of the environment, and prints which ones do not open or have another content.
 */
import { SEALED_COLUMNS } from "#lib/boot/rotation/sealed-columns.ts";
import { openSecret } from "#lib/core/crypto-box.ts";
import { Client } from "pg";

const client = new Client({ connectionString: process.env["DATABASE_URL"] });
await client.connect();
const closed: string[] = [];
let opened = 0;
for (const { table, key, column, context } of SEALED_COLUMNS) {
  const { rows } = await client.query<{ key: string; sealed: Buffer }>(
    `select "${key}"::text as key, "${column}" as sealed from "${table}" where "${column}" is not null`,
  );
  for (const row of rows) {
    try {
      if (openSecret(row.sealed, context + row.key) !== `plain ${row.key}`) throw new Error("another text");
      opened += 1;
    } catch {
      closed.push(`${table} ${row.key}`);
    }
  }
}
await client.end();
process.send?.({ opened, closed }, () => process.exit(0));
