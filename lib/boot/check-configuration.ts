/**
 * What can be seen to be wrong with a configuration before anything is installed, built or started: each trouble names its
 * variable, never its value.
 */
import { parseAddress } from "#lib/core/address.ts";
import type { Env } from "#lib/core/env.ts";
import { findPasswordFault } from "#lib/core/password.ts";
import { parseSender } from "#lib/mail/sender.ts";

/** Sentences about what is wrong; empty when nothing is. */
export function findConfigurationTroubles(env: Env): string[] {
  const troubles: string[] = [];
  const { PORTICO_ADMIN_EMAIL: email, PORTICO_ADMIN_PASSWORD: password } = env;
  if ((email === undefined) !== (password === undefined)) {
    troubles.push("PORTICO_ADMIN_EMAIL and PORTICO_ADMIN_PASSWORD go together: set both or neither.");
  }
  const address = email === undefined ? null : parseAddress(email);
  if (address !== null && !address.ok) troubles.push(`PORTICO_ADMIN_EMAIL: ${address.reason}`);
  const fault = password === undefined ? null : findPasswordFault(password, email ?? "");
  if (fault !== null) troubles.push(`PORTICO_ADMIN_PASSWORD: ${fault}`);
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)) {
    troubles.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither.");
  }
  const isS3Asked = [env.S3_ENDPOINT, env.S3_ACCESS_KEY_ID, env.S3_PREFIX, env.S3_PATH_STYLE].some(
    (value) => value !== undefined,
  );
  if (isS3Asked && env.S3_BUCKET === undefined) {
    troubles.push(
      "S3_BUCKET is missing: without it files are kept in the data folder and the other S3 settings do nothing.",
    );
  }
  try {
    parseSender(env.MAIL_FROM);
  } catch (thrown) {
    troubles.push(thrown instanceof Error ? thrown.message : "MAIL_FROM is not usable.");
  }
  return troubles;
}
