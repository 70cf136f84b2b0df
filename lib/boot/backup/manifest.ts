/** What stands at the head of a backup, and the names of its entries. */
import { z } from "zod";

export const MANIFEST = "manifest.json";
/** Below the data folder, and in the backup: kept answers (lib/features/operations/spool.ts). */
export const SPOOL = "spool/answers";

export const manifestSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.iso.datetime(),
  secretFingerprint: z.string(),
  hasSecret: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;
