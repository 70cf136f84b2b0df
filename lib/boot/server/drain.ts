/** What has to happen before a server process ends: code that starts something registers here how to stop it. */
import { oncePerProcess } from "#lib/core/once-per-process.ts";

const registered = oncePerProcess("drains", () => new Map<string, () => Promise<void>>());

/** Registers how to stop `name`; a second registration of the same name replaces the first. */
export function onDrain(name: string, end: () => Promise<void>): void {
  registered.set(name, end);
}

/**
 * Stops everything that is registered, all at once.
 * @returns the failures by name; empty when all stopped well
 */
export async function drain(): Promise<{ name: string; error: unknown }[]> {
  const drains = [...registered];
  registered.clear();
  const ended = drains.map(([name, end]) =>
    end().then(
      () => [],
      (error: unknown) => [{ name, error }],
    ),
  );
  return (await Promise.all(ended)).flat();
}
