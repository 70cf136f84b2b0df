/**
 * What is recognisably wrong with a configuration before anything is installed, built or started: each problem names its variable, never
 * its value.
 */
import { parseAddress } from "#lib/core/address.ts";
import type { Env } from "#lib/core/env.ts";
import { findPasswordFault } from "#lib/core/identity/password.ts";
import { judgeNetwork } from "#lib/core/network/service-address.ts";
import { parseSender } from "#lib/mail/sender.ts";
import { findOpenTransports } from "./transports.ts";

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
  troubles.push(...findOpenTransports(env), ...findProviderTroubles(env));
  try {
    parseSender(env.MAIL_FROM);
  } catch (thrown) {
    troubles.push(thrown instanceof Error ? thrown.message : "MAIL_FROM is not usable.");
  }
  return troubles;
}

function findProviderTroubles(env: Env): string[] {
  const troubles: string[] = [];
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = env;
  const given = [issuer, clientId, secret].filter((value) => value !== undefined).length;
  if (given !== 0 && given !== 3)
    troubles.push("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.");
  if ((env.OIDC_ROLES_CLAIM === undefined) !== (env.OIDC_ROLES === undefined))
    troubles.push("OIDC_ROLES_CLAIM and OIDC_ROLES go together: set both or neither.");
  if (env.OIDC_ACCOUNTS === "role" && env.OIDC_ROLES === undefined)
    troubles.push(
      "OIDC_ACCOUNTS=role needs OIDC_ROLES: without it every person of the provider would have an account.",
    );
  if (!/(?:^|[\s,])openid(?:[\s,]|$)/.test(env.OIDC_SCOPES))
    troubles.push("OIDC_SCOPES must contain openid: without it the provider does not say who signs in.");
  const network = issuer === undefined ? null : judgeNetwork(issuer, true);
  if (network !== null) troubles.push(`OIDC_ISSUER: ${network}`);
  return troubles;
}
