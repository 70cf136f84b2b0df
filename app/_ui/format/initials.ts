/** One or two letters for a person's avatar: first letters of the first and the last word, or of the email address. */
export function initialsOf(nameOrEmail: string): string {
  const words =
    nameOrEmail
      .split("@", 1)[0]
      ?.split(/[\s._-]+/u)
      .filter(Boolean) ?? [];
  const first = words[0] ?? "?";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [first, last]
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toLocaleUpperCase("en");
}
