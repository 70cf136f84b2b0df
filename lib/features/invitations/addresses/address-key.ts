import { parseAddress } from "#lib/core/address.ts";

/** How addresses are compared: what is no address by its beginning, as long as an address may be. */
export function addressKey(text: string | null): string {
  if (text === null) return "";
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.key : text.trim().toLowerCase().slice(0, 254);
}
