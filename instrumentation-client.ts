/**
 * Runs in the browser before anything of the portal does. zod compiles its checks with `new Function`, which the content security policy
 * refuses and reports; told beforehand, it does not try. It is told at the place where zod itself looks, and not through zod: most pages
 * do not need it, and none shall wait for it.
 */
import type { $ZodConfig } from "zod/v4/core";

const told: Partial<$ZodConfig> = { jitless: true };
Object.assign(globalThis, { __zod_globalConfig: told });
