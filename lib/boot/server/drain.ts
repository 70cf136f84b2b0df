/**
 * What has to happen before a server process ends: those who start something say here how it is ended.
 */
import { oncePerProcess } from "#lib/core/once-per-process.ts";

type Drain = { readonly name: string; readonly end: () => Promise<void> };

const registered = oncePerProcess("drains", () => new Map<string, Drain>());

/** Registers how `name` is ended; a second registration of the same name replaces the first. */
export function onDrain(name: string, end: () => Promise<void>): void {
  registered.set(name, { name, end });
}

/**
 * Ends everything that is registered, all at once.
 * @returns what failed, by name; empty when all ended well
 */
export async function drain(): Promise<{ name: string; error: unknown }[]> {
  const drains = [...registered.values()];
  registered.clear();
  const results = await Promise.allSettled(drains.map(({ end }) => end()));
  return results.flatMap((result, index) => {
    const name = drains[index]?.name ?? "";
    return result.status === "rejected" ? [{ name, error: result.reason as unknown }] : [];
  });
}
