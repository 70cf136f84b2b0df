import { ADDRESS_LENGTH_MAX, parseAddress } from "#lib/core/address.ts";

/** The form in which addresses are compared. Text that is no address is cut to the length of one, so that it fits into an index. */
export function addressKey(text: string | null): string {
  if (text === null) return "";
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.key : text.trim().toLowerCase().slice(0, ADDRESS_LENGTH_MAX);
}
