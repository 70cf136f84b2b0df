/*
 * The 36-character form of a GlobalId. With it, two GlobalIds that differ only by upper and lower case stay distinct in programs that
 * ignore case. Pure; ids that are not GlobalIds have no such form.
 */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const GLOBAL_ID = /^[0-3][0-9A-Za-z_$]{21}$/;

/**
 * The UUID of a GlobalId (IFC4 IfcGloballyUniqueId: base 64, 128 bits), in lower case with hyphens.
 * @returns null when the text is not a GlobalId
 */
export function longIdOf(globalId: string): string | null {
  if (!GLOBAL_ID.test(globalId)) return null;
  let value = 0n;
  for (const digit of globalId) value = value * 64n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
