/**
 * The file store in a bucket of an S3-compatible store. A file appears in one step, by the last call of its upload; folders count once a
 * row names them (storage.ts). Work folders and copies for random access are on this machine, bounded and swept.
 */
import { createReadStream } from "node:fs";
import path from "node:path";
import { log } from "#lib/core/log/logger.ts";
import { untilAborted } from "#lib/core/process/until-aborted.ts";
import { fileMissing } from "../errors.ts";
import { putStreamBy } from "../intake.ts";
import { parseKey } from "../keys.ts";
import { openConnection, type S3Settings } from "./connection.ts";
import { isAbsent } from "./failure.ts";
import { iterateObjects, listNames } from "./listing.ts";
import { keepLocalCopies } from "./local-copies.ts";
import { stageMultipart, abandonUploads } from "./multipart.ts";
import { openObjects } from "./objects.ts";
import { eachAtOnce, iterateLocalFiles, writeLocalFile } from "./transfer.ts";
import type { Storage } from "../storage.ts";
import { RESERVE_BYTES, openWorkFolders } from "../work-folders.ts";

export type S3Patience = {
  /** How long an arriving file waits for an unreachable store: giving up means that everything must be sent again. */
  writeMs: number;
  /** How long everything else waits: for a person, or for a job that is retried. */
  readMs: number;
};

const PATIENCE: S3Patience = { writeMs: 60_000, readMs: 8_000 };
/** A health check needs the current state. */
const NO_PATIENCE = 0;

/** @param workRoot folder of this machine for files being made or read */
export function createS3Storage(
  settings: S3Settings,
  workRoot: string,
  {
    patience = PATIENCE,
    reserveBytes = RESERVE_BYTES,
  }: { patience?: S3Patience; reserveBytes?: number } = {},
): Storage {
  const connection = openConnection(settings, patience.readMs);
  const { bucket, call } = connection;
  const work = openWorkFolders(workRoot, reserveBytes);
  const copies = keepLocalCopies(work.remove);
  const { findObject, findFacts, openRead } = openObjects(connection);

  const stage: Storage["stage"] = async (key, source, options) => {
    parseKey(key);
    return stageMultipart(connection, { key, patienceMs: patience.writeMs }, source, options);
  };
  const putStream = putStreamBy(stage);

  async function fetchFile(key: string, target: string, signal?: AbortSignal): Promise<void> {
    const { stream } = await openRead(key, undefined, signal);
    await writeLocalFile(target, stream, signal);
  }

  async function fetchFolder(key: string): Promise<{ path: string; bytes: number }> {
    const files = await Array.fromAsync(iterateObjects(connection, parseKey(key).join("/")));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    await work.assertRoom(bytes);
    const { path: folder } = await work.make();
    try {
      await eachAtOnce(files, (file) =>
        fetchFile(file.key, path.join(folder, file.key.slice(key.length + 1))),
      );
      return { path: folder, bytes };
    } catch (error) {
      await work.remove(folder);
      throw error;
    }
  }

  async function remove(key: string): Promise<void> {
    const object = { Bucket: bucket, Key: connection.nameOf(parseKey(key).join("/")) };
    await call((store) => store.deleteObject(object), { keep: isAbsent }).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
    });
  }

  async function deletePrefix(key: string): Promise<void> {
    await remove(key);
    await eachAtOnce(iterateObjects(connection, key), (file) => remove(file.key));
    await copies.forget(key);
  }

  return {
    stage,
    putStream,
    openRead: (key, range) => openRead(key, range),
    findFacts,
    delete: remove,
    deletePrefix,
    iterateFiles: (prefix) => iterateObjects(connection, parseKey(prefix).join("/")),
    listChildren: (prefix) => listNames(connection, parseKey(prefix).join("/")),
    makeWorkFolder: work.make,
    publishFolder: async (localDir, key) => {
      try {
        await eachAtOnce(iterateLocalFiles(localDir), async ({ file, inner, size }) => {
          await putStream(`${key}/${inner}`, createReadStream(file, { highWaterMark: 1024 * 1024 }), {
            sizeMax: size,
          });
        });
      } catch (error) {
        // Files that cannot be removed now belong to no row and are swept later.
        await deletePrefix(key).catch(() => undefined);
        throw error;
      }
    },
    borrowFile: async (key, signal) => {
      const facts = await findObject(key);
      if (facts === null) throw fileMissing(key);
      await work.assertRoom(facts.size);
      const target = await work.newPath();
      try {
        await fetchFile(key, target, signal);
      } catch (error) {
        await work.remove(target);
        throw error;
      }
      return { path: target, [Symbol.asyncDispose]: () => work.remove(target) };
    },
    borrowFolder: async (key, signal) => {
      signal?.throwIfAborted();
      // Others may wait for the same copy: whoever leaves does not end its fetching.
      const borrowing = copies.borrow(key, () => fetchFolder(key));
      if (signal === undefined) return borrowing;
      try {
        return await untilAborted(borrowing, signal, () => signal.reason as Error);
      } catch (error) {
        borrowing.then((copy) => copy[Symbol.asyncDispose]()).catch(() => undefined);
        throw error;
      }
    },
    assertRoom: () => Promise.resolve(),
    assertWorkRoom: work.assertRoom,
    check: async () => {
      await work.assertRoom(0);
      await call((store) => store.headBucket({ Bucket: bucket }), { patienceMs: NO_PATIENCE });
      return "the S3 store answers";
    },
    sweepTemporary: async () => {
      const local = await work.sweep();
      const uploads = await abandonUploads(connection).catch((error: unknown) => {
        log.warn("unfinished uploads at the S3 store could not be looked for", { cause: String(error) });
        return 0;
      });
      return local + uploads;
    },
  };
}
