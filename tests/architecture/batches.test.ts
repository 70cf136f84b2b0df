/**
 * Every kind of batch (docs/decisions/0064-batches.md) is where something is done for all kinds: the compiler does not ask for these places,
 * and a batch that is missing at one of them works until somebody needs it.
 */
import { expect, test } from "vitest";
import { listFiles, readSchema, readText } from "./source-files.ts";

type Kind = {
  /** The object, as PROJECT_LISTS. */
  name: string;
  folder: string;
  /** Tables of the database. */
  batches: string;
  rows: string;
  /** Prisma's names of these tables. */
  batchModel: string;
  rowModel: string;
  /** Whether a row names a person by the column `address`. */
  hasAddresses: boolean;
};

/** Place → what has to be in it; null: nothing for this kind. */
const PLACES: Readonly<Record<string, (kind: Kind) => string | RegExp | null>> = {
  // Removed drafts, the overview, the job tray: all of them read this list.
  "lib/features/work/batch-kinds.ts": ({ name }) =>
    new RegExp(`^export const BATCH_KINDS.*[[ ]${name}[\\],]`, "m"),
  // Pauses what was running when the backup was made.
  "lib/boot/backup/settle-restored.ts": ({ batches }) => `update ${batches} set state = 'PAUSED'`,
  // An erased address is gone from the rows too.
  "lib/features/erasure/commands.ts": ({ rowModel, hasAddresses }) =>
    hasAddresses ? `tx.${rowModel}.updateMany(` : null,
  // The tests that look for secrets on every page, and for rows of others.
  "tests/support/planted-rows.ts": ({ batches, rows }) => new RegExp(`\\["${batches}", [^]*\\["${rows}", `),
  "tests/support/access-ground.ts": ({ batchModel }) => `db.${batchModel}.deleteMany(`,
  // Kinds do not import each other.
  ".dependency-cruiser.cjs": ({ folder }) =>
    new RegExp(`BATCH_KINDS = .*[(|]${folder.replace("lib/features/", "")}[|)]`),
};

/** The lines of a model, without its braces; "" where there is none. @param delegate its name in code */
function modelIn(schema: string, delegate: string): string {
  const model = delegate.charAt(0).toUpperCase() + delegate.slice(1);
  return new RegExp(`^model ${model} \\{([^}]*)\\}`, "m").exec(schema)?.[1] ?? "";
}

async function listKinds(): Promise<Kind[]> {
  const schema = await readSchema();
  const files = (await listFiles("lib/features")).filter((path) => path.endsWith("/kind.ts"));
  const kinds = await Promise.all(
    files.map(async (path) => {
      const text = await readText(path);
      const name = /^export const (\w+): BatchKind</m.exec(text)?.[1];
      if (name === undefined) return [];
      const batchModel = /^ {2}batches: \(db\) => db\.(\w+),$/m.exec(text)?.[1] ?? "";
      const rowModel = /^ {2}rows: \(db\) => db\.(\w+),$/m.exec(text)?.[1] ?? "";
      const [, batches = ""] = /@@map\("(\w+)"\)/.exec(modelIn(schema, batchModel)) ?? [];
      const [, rows = ""] = /table: Prisma\.sql`(\w+)`/.exec(text) ?? [];
      const hasAddresses = /^ {2}address +String/m.test(modelIn(schema, rowModel));
      const folder = path.replace(/\/kind\.ts$/, "");
      return [{ name, folder, batches, rows, batchModel, rowModel, hasAddresses }];
    }),
  );
  return kinds.flat();
}

test("every kind of batch is at each place that does something for all kinds", async () => {
  const kinds = await listKinds();
  expect(kinds.map(({ name }) => name)).toEqual(expect.arrayContaining(["INVITATION_LISTS", "PLANS"]));
  expect(kinds.filter((kind) => Object.values(kind).includes(""))).toEqual([]);
  expect(kinds.find(({ name }) => name === "INVITATION_LISTS")?.hasAddresses).toBe(true);
  const missing: string[] = [];
  for (const [place, mark] of Object.entries(PLACES)) {
    const text = await readText(place);
    for (const kind of kinds) {
      const wanted = mark(kind);
      if (wanted === null) continue;
      const isThere = typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
      if (!isThere) missing.push(`${kind.name}: ${place} lacks ${String(wanted)}`);
    }
  }
  expect(missing, "name the kind there, as PLACES of this test says").toEqual([]);
});
