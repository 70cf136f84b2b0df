/** The sender of emails: MAIL_FROM, parsed with the one address parser. A wrong value is reported as a fault of configuration. */
import { parseAddress } from "#lib/core/address.ts";
import { getEnv } from "#lib/core/env.ts";
import { headerText } from "./message.ts";

export type Sender = { name: string; address: string };

/**
 * Reads `Name <name@domain>` or a bare address.
 * @throws Error naming MAIL_FROM when the text contains no address.
 */
export function parseSender(text: string): Sender {
  const match = /^([^<]*)<([^<>]*)>$/.exec(text.trim());
  const parsed = parseAddress(match?.[2] ?? text);
  if (!parsed.ok) throw new Error(`MAIL_FROM is not usable: ${parsed.reason}`);
  const name = headerText((match?.[1] ?? "").trim().replace(/^"(.*)"$/s, "$1"));
  return { name, address: parsed.email };
}

export function getSender(): Sender {
  return parseSender(getEnv().MAIL_FROM);
}
