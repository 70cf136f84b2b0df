/** What administrators type to add a connection to the embedded service, and to change that connection. */
import { randomBytes } from "node:crypto";
import type { ConnectionModel } from "#lib/db/client.ts";
import {
  addSchema,
  changeSchema,
  type AddConnection,
  type ChangeConnection,
} from "#lib/features/connections/input.ts";
import type { Portal } from "./portal.ts";

/** What the form for a new application at the embedded service sends. */
export async function typed(
  portal: Portal,
  more: Record<string, string> = {},
): Promise<Record<string, string> & { secret: string }> {
  const name = `conn-${randomBytes(4).toString("hex")}`;
  const { clientId, secret } = await portal.service.register(name);
  const address = `${portal.proxy.origin}/service`;
  return {
    name,
    stage: "TEST",
    baseUrl: address,
    authUrl: `${address}/`,
    realm: "portico",
    clientId,
    secret,
    platformUrl: "https://platform.bouwdata.example/",
    allowsPrivate: "on",
    intent: "save",
    ...more,
  };
}

export const adding = (values: Record<string, string>): AddConnection => addSchema.parse(values);

export function changing(row: ConnectionModel, more: Record<string, string>): ChangeConnection {
  const { id, name, baseUrl, authUrl, realm, platformUrl, clientId, version } = row;
  return changeSchema.parse({
    id,
    name,
    baseUrl,
    authUrl,
    realm,
    platformUrl,
    clientId,
    version: String(version),
    stage: row.stage ?? "TEST",
    allowsPrivate: "on",
    intent: "save",
    ...more,
  });
}
