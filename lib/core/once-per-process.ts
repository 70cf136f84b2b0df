/**
 * What may exist only once in a process: the database client, registers of what is under way, counts. Next bundles pages, routes and
 * instrumentation apart, so a variable of a module exists once in each bundle.
 */
const holder = globalThis as { porticoOnce?: Map<string, unknown> };

/**
 * The one value of this name, made by whoever asks first.
 * @param name used by one module alone, which vouches for the type
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const values = (holder.porticoOnce ??= new Map<string, unknown>());
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}
