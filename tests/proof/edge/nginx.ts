/**
 * A real nginx before a product, in two forms: exactly as docs/operating.md says, and as set up by somebody who caches everything that may
 * be cached, keeps connections to the product alive and passes Upgrade on.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "#lib/db/embedded/prepare.ts";
import { runNginx } from "#tests/support/nginx.ts";

const GUIDE = join(import.meta.dirname, "..", "..", "..", "docs", "operating.md");

export type Ports = { documented: number; keeping: number };

export type Nginx = AsyncDisposable & {
  /** Its warnings and errors. */
  readTrouble: () => Promise<string>;
};

export async function findPorts(): Promise<Ports> {
  const documented = await findFreePort();
  let keeping = documented;
  while (keeping === documented) keeping = await findFreePort();
  return { documented, keeping };
}

/** The blocks of the guide, with the product in place of the guide's machines. */
async function readDocumented(productPort: number): Promise<{ outside: string; inside: string }> {
  const text = await readFile(GUIDE, "utf8");
  const [, block] = /```nginx\n([^]*?)```/.exec(text) ?? [];
  const at = block?.indexOf("location ") ?? -1;
  if (block === undefined || at < 0)
    throw new Error("docs/operating.md has no block for nginx with a location.");
  const upstream = /upstream portico \{[^}]*\}/;
  if (!upstream.test(block)) throw new Error("the block for nginx in docs/operating.md has no upstream.");
  const led = block.replace(upstream, `upstream portico { server 127.0.0.1:${String(productPort)}; }`);
  const start = led.indexOf("location ");
  return { outside: led.slice(0, start), inside: led.slice(start) };
}

/** Starts nginx and waits until it answers. The product need not be running yet. */
export async function startNginx(
  program: string,
  folder: string,
  ports: Ports,
  productPort: number,
): Promise<Nginx> {
  const trouble = join(folder, "error.log");
  const { outside, inside } = await readDocumented(productPort);
  const cachePath = outside.replace(/proxy_cache_path \S+/, `proxy_cache_path ${join(folder, "cache")}`);
  const stop = await runNginx(program, {
    folder,
    port: ports.keeping,
    main: "worker_processes 1; events { worker_connections 256; }",
    http: `access_log off;
add_header X-Cache $upstream_cache_status always;
${cachePath}
proxy_cache_path ${join(folder, "everything")} keys_zone=everything:4m;
upstream living { server 127.0.0.1:${String(productPort)}; keepalive 4; }
map $http_upgrade $kept_connection { default upgrade; '' ''; }
server { listen 127.0.0.1:${String(ports.documented)};
${inside}
}
server { listen 127.0.0.1:${String(ports.keeping)};
location / {
  proxy_pass http://living;
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header Connection $kept_connection;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_request_buffering off;
  client_max_body_size 0;
  proxy_cache everything;
  proxy_cache_key $host$request_uri;
  proxy_cache_valid any 10m;
}
}`,
  });
  await writeFile(trouble, "");
  return {
    readTrouble: () => readFile(trouble, "utf8"),
    [Symbol.asyncDispose]: stop,
  };
}
