/**
 * A real S3 server on this machine, with a separate folder, that can be stopped and restarted on the same port. Two operations on
 * unfinished uploads that the package lacks (list, abort) are answered here from its folder.
 */
import { readFile, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import type { S3Settings } from "#lib/storage/s3/connection.ts";
import { closeAll, listen } from "./listen.ts";

const BUCKET = "portico-test";

export type S3Store = {
  settings: S3Settings;
  /** Environment variables that make a process use it. */
  variables: Record<string, string>;
  /** Names of all objects in the bucket. */
  names: () => Promise<string[]>;
  /** Uploads that were started and neither completed nor aborted. */
  unfinished: () => Promise<string[]>;
  /** Calls of an operation so far, e.g. "PUT". */
  count: (method: string) => number;
  /** Refuses every connection from now on, and cuts open ones. */
  goAway: () => Promise<void>;
  comeBack: () => Promise<void>;
  /** Cuts every connection as soon as it opens; ends with `hold`. */
  drop: () => void;
  hold: () => void;
  /** Accepts calls (of a method, or all) from now on without answering until `resume`, so that whoever needs a file is interrupted. */
  pause: (method?: string) => void;
  resume: () => void;
  /** Connections cut by `drop` so far. */
  dropped: () => number;
  stop: () => Promise<void>;
  /** Answers lists in pages of this many names from now on (the package itself never makes a second page). */
  answerInPages: (names: number) => void;
};

/** Starts a server in `folder`, which must exist and be empty. */
export async function startS3Store(folder: string): Promise<S3Store> {
  const options = { directory: folder, silent: true, vhostBuckets: false };
  const store = new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] });
  await store.configureBuckets();
  // The package loses the slash at the end of a bucket's address, which clients include in their signature: such calls are accepted without
  // proof.
  const lenient = new S3rver({ ...options, allowMismatchedSignatures: true });
  const bucketFolder = path.join(folder, BUCKET);
  const uploadsFolder = path.join(bucketFolder, "._S3rver_uploads");
  const answerFile = store.callback();
  const answerBucket = lenient.callback();
  const counts = new Map<string, number>();
  let pageNames = 0;
  let isDropping = false;
  let droppedCount = 0;
  let pausedMethod: string | null = null;
  let paused: PromiseWithResolvers<void> | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? "";
    if (pausedMethod === null || pausedMethod === method) await paused?.promise;
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const url = new URL(request.url ?? "/", "http://store");
    const uploadId = url.searchParams.get("uploadId");
    if (method === "DELETE" && uploadId !== null) {
      await rm(path.join(uploadsFolder, uploadId), { recursive: true, force: true });
      response.writeHead(204).end();
    } else if (method === "GET" && url.searchParams.has("uploads")) {
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(await listUploads(uploadsFolder));
    } else if (method === "GET" && pageNames > 0 && url.searchParams.has("list-type")) {
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(pageOf(await listObjectNames(bucketFolder), url.searchParams, pageNames));
    } else {
      const answer = /^\/[^/]+\/?$/.test(url.pathname) ? answerBucket : answerFile;
      answer(request, response);
    }
  }

  const open = async (port: number): Promise<Server> => {
    const opened = createServer((request, response) => void handle(request, response));
    opened.on("connection", (socket) => {
      if (!isDropping) return;
      droppedCount += 1;
      socket.destroy();
    });
    await listen(opened, port);
    return opened;
  };
  const close = async (): Promise<void> => {
    if (server.listening) await closeAll(server);
  };
  // Not one that the system hands out: while the store is away, somebody else would get it.
  const port = await findFreePort();
  let server = await open(port);
  const endpoint = `http://127.0.0.1:${String(port)}`;
  const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

  return {
    settings: {
      bucket: BUCKET,
      region: "us-east-1",
      endpoint,
      isPathStyle: true,
      credentials,
      prefix: "here/",
    },
    variables: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      S3_PREFIX: "here",
    },
    names: () => listObjectNames(bucketFolder),
    unfinished: () => readdir(uploadsFolder).catch(() => []),
    count: (method) => counts.get(method) ?? 0,
    goAway: close,
    comeBack: async () => {
      server = await open(port);
    },
    drop: () => {
      isDropping = true;
      server.closeAllConnections();
    },
    hold: () => {
      isDropping = false;
    },
    pause: (method) => {
      paused ??= Promise.withResolvers();
      pausedMethod = method ?? null;
    },
    resume: () => {
      paused?.resolve();
      paused = null;
    },
    dropped: () => droppedCount,
    stop: close,
    answerInPages: (names) => {
      pageNames = names;
    },
  };
}

/** The package stores an object as a file `<name>._S3rver_object` beside two of its own. */
async function listObjectNames(bucketFolder: string): Promise<string[]> {
  const entries = await readdir(bucketFolder, { recursive: true }).catch(() => []);
  return entries
    .filter((name) => name.endsWith("._S3rver_object"))
    .map((name) => name.slice(0, -"._S3rver_object".length).replaceAll(path.sep, "/"))
    .toSorted();
}

async function listUploads(uploadsFolder: string): Promise<string> {
  const uploads: string[] = [];
  for (const id of await readdir(uploadsFolder).catch(() => [])) {
    const key = await readFile(path.join(uploadsFolder, id, "key"), "utf8");
    const { mtime } = await stat(path.join(uploadsFolder, id, "key"));
    uploads.push(
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`,
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join("")}</ListMultipartUploadsResult>`;
}

/** One page of ListObjectsV2 without a delimiter; its token is its last name. */
function pageOf(names: readonly string[], query: URLSearchParams, size: number): string {
  const after = query.get("continuation-token") ?? "";
  const left = names.filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after);
  const page = left.slice(0, size);
  const contents = page.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join("");
  const next =
    left.length > size ? `<NextContinuationToken>${page.at(-1) ?? ""}</NextContinuationToken>` : "";
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${String(left.length > size)}</IsTruncated>${next}${contents}</ListBucketResult>`;
}
