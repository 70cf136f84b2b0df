/**
 * What an S3-compatible store is reached with, read from the configuration. Must not connect to anything.
 */
import type { Env } from "#lib/core/env.ts";

export type S3Settings = {
  bucket: string;
  region: string;
  /** Absent: the address of AWS for the region. */
  endpoint?: string;
  /** The bucket in the path instead of the host name, as most stores beside AWS want it. */
  isPathStyle: boolean;
  /** Absent: the account that the machine has by itself (a role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Put before every key, with a slash at its end; may be empty. */
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
