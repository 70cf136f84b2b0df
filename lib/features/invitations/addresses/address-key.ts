import { parseAddress } from "#lib/core/address.ts";

/** How addresses are compared. */
export function addressKey(text: string | null): string {
  if (text === null) return "";
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.key : text.trim().toLowerCase();
}
