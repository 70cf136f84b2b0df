/** What has to happen before a server process ends: code that starts something registers here how to stop it. */
import { oncePerProcess } from "#lib/core/once-per-process.ts";

type Drain = { readonly name: string; readonly end: () => Promise<void> };

const registered = oncePerProcess("drains", () => new Map<string, Drain>());

/** Registers how to stop `name`; a second registration of the same name replaces the first. */
export function onDrain(name: string, end: () => Promise<void>): void {
  registered.set(name, { name, end });
}

/**
 * Stops everything that is registered, all at once.
 * @returns the failures by name; empty when all stopped well
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
