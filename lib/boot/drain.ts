/**
 * What has to happen before a server process ends: those who start something say here how it is ended. Next bundles
 * modules apart from the process that serves them, so the list hangs on globalThis, where both see the same one.
 */

type Drain = { readonly name: string; readonly end: () => Promise<void> };

const shared = globalThis as typeof globalThis & { porticoDrains?: Map<string, Drain> };

/** Registers how `name` is ended; a second registration of the same name replaces the first. */
export function onDrain(name: string, end: () => Promise<void>): void {
  shared.porticoDrains ??= new Map();
  shared.porticoDrains.set(name, { name, end });
}

/**
 * Ends everything that is registered, all at once.
 * @returns what failed, by name; empty when all ended well
 */
export async function drain(): Promise<{ name: string; error: unknown }[]> {
  const drains = [...(shared.porticoDrains?.values() ?? [])];
  shared.porticoDrains?.clear();
  const results = await Promise.allSettled(drains.map(({ end }) => end()));
  return results.flatMap((result, index) => {
    const name = drains[index]?.name ?? "";
    return result.status === "rejected" ? [{ name, error: result.reason as unknown }] : [];
  });
}
