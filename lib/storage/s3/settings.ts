/** The settings of an S3-compatible store, read from the configuration. Must not connect to anything. */
import type { Env } from "#lib/core/env.ts";

export type S3Settings = {
  bucket: string;
  region: string;
  /** Absent: the address of AWS for the region. */
  endpoint?: string;
  /** Whether the bucket is in the path instead of the host name, as most stores other than AWS require. */
  isPathStyle: boolean;
  /** Absent: the machine's own account (a role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Prepended to every key, with a slash at its end; may be empty. */
  prefix: string;
};

/** null when files are kept in the data folder. */
export function readS3Settings(env: Env): S3Settings | null {
  if (env.S3_BUCKET === undefined) return null;
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
    isPathStyle: env.S3_PATH_STYLE === undefined ? env.S3_ENDPOINT !== undefined : env.S3_PATH_STYLE === "on",
    ...(env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
      ? {}
      : {
          credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
        }),
    prefix: env.S3_PREFIX === undefined ? "" : `${env.S3_PREFIX}/`,
  };
}
