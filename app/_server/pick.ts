/** The data of a row that its page shows: nothing else of it leaves the server. */
export function pick<T, K extends keyof T>(row: T, shown: readonly K[]): Pick<T, K> {
  return Object.fromEntries(shown.map((name) => [name, row[name]])) as Pick<T, K>;
}
