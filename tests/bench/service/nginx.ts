/** The plain static file server to which Portico is compared: nginx with sendfile, serving one folder, on a port of this machine. */
import { join } from "node:path";
import { findNginx, runNginx } from "#tests/support/nginx.ts";

export type Nginx = { version: string; port: number; stop: () => Promise<void> };

/** null if this machine has none. */
export async function startNginx(root: string, scratch: string, port: number): Promise<Nginx | null> {
  const found = await findNginx();
  if (found === null) return null;
  const stop = await runNginx(found.program, {
    folder: join(scratch, "nginx"),
    port,
    main: "worker_processes auto; events { worker_connections 1024; }",
    http: `access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
types { application/json json; }
server { listen 127.0.0.1:${String(port)}; root ${root}; }`,
  });
  return { version: found.version, port, stop };
}
