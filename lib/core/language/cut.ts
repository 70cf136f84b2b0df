/** At most `lengthMax` characters of a text from outside; one that was longer ends with "…". Half a surrogate pair at the cut becomes U+FFFD. */
export function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
