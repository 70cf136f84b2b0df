/** Reads a whole ZIP archive with a reader that shares no code with Portico's; it checks sizes and checksums. */
import { fromBuffer, type Entry } from "yauzl";

/** The files of an archive by name. @throws when it is no archive, was cut, or a file does not match its checksum */
export async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Buffer>>();
  const files = new Map<string, Buffer>();
  fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
    if (error !== null) {
      reject(error);
      return;
    }
    zip.on("error", reject);
    zip.on("end", () => resolve(files));
    zip.on("entry", (entry: Entry) => {
      zip.openReadStream(entry, (failure, stream) => {
        if (failure !== null) {
          reject(failure);
          return;
        }
        const pieces: Buffer[] = [];
        stream.on("error", reject);
        stream.on("data", (piece: Buffer) => pieces.push(piece));
        stream.on("end", () => {
          files.set(entry.fileName, Buffer.concat(pieces));
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return promise;
}
