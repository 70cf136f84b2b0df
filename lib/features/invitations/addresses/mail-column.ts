/** Finds the column of addresses in a CSV file by its heading. Pure, linear. */

const DELIMITERS = ["\t", ";", ","] as const;
const HEADING_LENGTH_MAX = 20_000;
/** Headings of address columns in common European languages, without hyphens, spaces and case. */
const NAMES = new Set([
  ...[
    "email",
    "mail",
    "emailaddress",
    "mailaddress",
    "emailadres",
    "mailadres",
    "emailadresse",
    "mailadresse",
  ],
  ...[
    "adressemail",
    "adresseemail",
    "courriel",
    "adresseélectronique",
    "correo",
    "correoelectrónico",
    "epost",
  ],
]);

/** The column of addresses from the first line that is not empty; null when that line is no heading. */
export function findMailColumn(text: string): { index: number; delimiter: string; name: string } | null {
  const found = /\S[^\r\n]*/.exec(text.slice(0, HEADING_LENGTH_MAX));
  const heading = found?.[0] ?? "";
  if (heading.includes("@")) return null;
  for (const delimiter of DELIMITERS) {
    const names = heading.split(delimiter).map((name) => name.trim().replaceAll(/^"|"$/g, ""));
    const index = names.findIndex((name) => NAMES.has(name.toLowerCase().replaceAll(/[\s_.-]/g, "")));
    if (index !== -1) return { index, delimiter, name: names[index] ?? "" };
  }
  return null;
}
