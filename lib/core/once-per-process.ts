/**
 * Values that may exist only once in a process: the database client, registers of running work, counts. Next bundles pages, routes and
 * instrumentation separately, so a module's variable exists once in each bundle.
 */
const shared = globalThis as { porticoOnce?: Map<string, unknown> };
// Looked up once, so that what a test file leaves running cannot put its values among those of the next file.
const values = (shared.porticoOnce ??= new Map<string, unknown>());

/**
 * The one value of this name, made at first use.
 * @param name used by only one module, which guarantees the type
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}
