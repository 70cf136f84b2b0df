/**
 * The embedded service in a separate process, without its jobs: for tests that examine a process from outside (memory). Configured by
 * DATABASE_URL, PORTICO_SECRET and PORTICO_DATA_DIR; prints its origin once it listens.
 */
import { serveHandler } from "./http-bridge.ts";
import { sayReady } from "./short-process.ts";

const bridge = await serveHandler(async (origin) => {
  process.env["PORTICO_ORIGIN"] = origin;
  return (await import("#lib/service/server/handle.ts")).handleServiceRequest;
});
sayReady(bridge.origin);
