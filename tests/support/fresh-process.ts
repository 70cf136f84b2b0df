/**
 * First setup of unit and integration tests, whose files run one after another in the same process: gives each file what a new process
 * would. The environment is as at the start, what exists once in a process is forgotten, and the sources are evaluated again. Packages stay
 * loaded, which is half of the work of a short file.
 */
import { vi } from "vitest";

/** Of the process: the environment at its start. */
const kept = globalThis as { environmentAtStart?: NodeJS.ProcessEnv };
const atStart = (kept.environmentAtStart ??= { ...process.env });

for (const name of Object.keys(process.env))
  if (!(name in atStart)) Reflect.deleteProperty(process.env, name);
Object.assign(process.env, atStart);
// The product keeps all that exists once in a process under names of its own (lib/core/once-per-process.ts, lib/core/texts.ts).
for (const name of Reflect.ownKeys(globalThis))
  if (/^(?:Symbol\()?portico/.test(String(name))) Reflect.deleteProperty(globalThis, name);
vi.resetModules();
