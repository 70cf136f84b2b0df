/**
 * A disk that stops in the middle of a file and goes on when the test says so: what a test does "in the middle" then does not depend on how
 * fast the machine is.
 */
import fs from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** After the file's first block is written, or before its first byte is read back. */
export type HeldMoment = "writing" | "reading back";

/**
 * Holds each file of an export once, when it comes to this moment.
 * @param hold called then; the disk goes on once it has resolved
 */
export function holdDisk(moment: HeldMoment, hold: () => Promise<void>): void {
  const seen = new Set<string>();
  const holdOnce = async (path: unknown): Promise<void> => {
    const name = String(path);
    if (seen.has(name) || !/\/files\/\.tmp\/.*\.csv$/.test(name)) return;
    seen.add(name);
    await hold();
  };
  if (moment === "writing") {
    const { open } = fsPromises;
    fsPromises.open = async (path, ...rest) => {
      const handle = await open(path, ...rest);
      const writeFile = handle.writeFile.bind(handle);
      handle.writeFile = async (...given) => {
        await writeFile(...given);
        await holdOnce(path);
      };
      return handle;
    };
  } else {
    const { createReadStream } = fs;
    const open = new Proxy(fs.open, {
      apply: (target, self, given: Parameters<typeof fs.open>) => {
        void holdOnce(given[0]).then(() => {
          Reflect.apply(target, self, given);
        });
      },
    });
    fs.createReadStream = (path, options) =>
      createReadStream(path, {
        ...(typeof options === "string" ? { encoding: options } : options),
        fs: { ...fs, open },
      });
  }
  syncBuiltinESMExports();
}
