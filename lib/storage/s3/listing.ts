/** Lists the bucket below a key. The store returns a thousand names at a time; only these are in memory. */
import type { ListObjectsV2CommandOutput } from "@aws-sdk/client-s3";
import type { FileFacts } from "../storage.ts";
import type { Connection } from "./connection.ts";

type Page = ListObjectsV2CommandOutput;

export async function* iteratePages(
  { call, bucket, nameOf }: Connection,
  folder: string,
  delimiter?: string,
): AsyncGenerator<Page> {
  let token: string | undefined;
  do {
    const page: Page = await call((store) =>
      store.listObjectsV2({
        Bucket: bucket,
        Prefix: nameOf(`${folder}/`),
        Delimiter: delimiter,
        ContinuationToken: token,
      }),
    );
    yield page;
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

/** Every object below a folder. */
export async function* iterateObjects(
  connection: Connection,
  folder: string,
): AsyncGenerator<{ key: string } & FileFacts> {
  for await (const { Contents = [] } of iteratePages(connection, folder)) {
    for (const { Key, Size, LastModified } of Contents) {
      if (Key === undefined) continue;
      yield { key: connection.keyOf(Key), size: Size ?? 0, modifiedAt: LastModified ?? new Date() };
    }
  }
}

/** The names directly below a folder, of files and folders. */
export async function listNames(connection: Connection, folder: string): Promise<string[]> {
  const names: string[] = [];
  const base = connection.nameOf(`${folder}/`).length;
  for await (const page of iteratePages(connection, folder, "/")) {
    for (const { Prefix } of page.CommonPrefixes ?? []) {
      if (Prefix !== undefined) names.push(Prefix.slice(base, -1));
    }
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(base));
  }
  return names.filter((name) => name !== "");
}
