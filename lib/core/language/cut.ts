/** At most `lengthMax` characters of an external text; a longer text ends with "…". Half a surrogate pair at the cut becomes U+FFFD. */
export function cut(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
