/**
 * Runs in the browser before anything of the portal does. zod compiles its checks with `new Function`, which the content security policy
 * refuses and reports; told beforehand, it does not try.
 */
import { config } from "zod/v4/core";

config({ jitless: true });
