/** The manifest at the beginning of a backup, and the names of its entries. */
import { z } from "zod";
import { StartTrouble } from "../trouble.mjs";
import { readText, type ArchiveEntry } from "./archive.ts";

export const MANIFEST = "manifest.json";
/** Stored answers, below the data folder and in the backup (lib/features/operations/spool.ts). */
export const SPOOL = "spool/answers";

export const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.iso.datetime(),
  secretFingerprint: z.string(),
  hasSecret: z.boolean(),
  /** The audit's head in this backup (lib/features/audit/heads.ts); null in backups of an earlier version. */
  auditHead: z.string().nullable().default(null),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/**
 * The manifest, which is the first entry.
 * @throws StartTrouble when the file is no backup, or one in a newer format
 */
export async function readManifest(file: string, entries: AsyncGenerator<ArchiveEntry>): Promise<Manifest> {
  const first = await entries.next();
  const text = first.done !== true && first.value.name === MANIFEST ? await readText(first.value) : "null";
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new StartTrouble(
    `${file} is not a backup that this version of Portico can read. Nothing was changed.`,
  );
}
