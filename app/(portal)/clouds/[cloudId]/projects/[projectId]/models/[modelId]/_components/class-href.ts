/** The address of the table of one class, or of several together. */
export function classHref(path: string, ifcClasses: readonly string[]): string {
  return `${path}?${ifcClasses.map((ifcClass) => `type=${encodeURIComponent(ifcClass)}`).join("&")}`;
}
