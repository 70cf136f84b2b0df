/**
 * Which stored files the database's rows name: uploaded documents, files of plans, answers of models, readings, and exports. Other files
 * are unused and stay out of a backup.
 */
import { snapshotKey } from "#lib/features/elements/snapshot-files.ts";
import type { Dump } from "#lib/db/backup/dump.ts";
import type { Storage } from "#lib/storage/storage.ts";

/** The keys of all files, each once. */
export async function* iterateNamedFiles(
  dump: Pick<Dump, "query">,
  storage: Pick<Storage, "iterateFiles">,
): AsyncGenerator<string> {
  const documents = await dump.query<{ key: string }>(
    "select file_key as key from service_document order by 1",
  );
  for (const { key } of documents) yield key;
  const planned = await listPlanned(dump);
  for (const { key } of planned) yield key;
  const folders = [
    ...(await dump.query<{ key: string }>(
      "select answers_key as key from service_model where answers_key is not null order by 1",
    )),
    ...(await dump.query<{ id: string }>("select id from snapshot where state = 'READY' order by 1")).map(
      ({ id }) => ({ key: snapshotKey(id) }),
    ),
    ...(await dump.query<{ key: string }>(
      "select file_key as key from export_run where file_key is not null order by 1",
    )),
  ];
  for (const folder of folders) {
    for await (const { key } of storage.iterateFiles(folder.key)) yield key;
  }
}

/** Files of plans. A database of an earlier version, backed up before its migration, has none. */
async function listPlanned(dump: Pick<Dump, "query">): Promise<{ key: string }[]> {
  const known = await dump.query("select 1 from pg_class where oid = to_regclass('plan_step')");
  if (known.length === 0) return [];
  return dump.query<{ key: string }>(
    "select fields->>'fileKey' as key from plan_step where kind = 'UPLOAD' and fields->>'fileKey' is not null order by 1",
  );
}
