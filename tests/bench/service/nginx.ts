/** The plain static file server to which Portico is compared: nginx with sendfile, serving one folder, on a port of this machine. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "#tests/support/until.ts";

/** nginx by name, where it is installed (Debian: /usr/sbin), or where PORTICO_BENCH_NGINX says. */
const CANDIDATES = [process.env["PORTICO_BENCH_NGINX"], "nginx", "/usr/sbin/nginx"];

export type Nginx = { version: string; port: number; stop: () => Promise<void> };

/** null if this machine has none. */
export async function startNginx(root: string, scratch: string, port: number): Promise<Nginx | null> {
  const found = CANDIDATES.map((name) => ({
    name: name ?? "",
    seen: name === undefined ? null : spawnSync(name, ["-v"]),
  }));
  const usable = found.find(({ seen }) => seen?.status === 0);
  if (usable === undefined) return null;
  const folder = join(scratch, "nginx");
  mkdirSync(folder, { recursive: true });
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes auto; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  types { application/json json; } ${paths.join(" ")}
  server { listen 127.0.0.1:${String(port)}; root ${root}; }
}
`,
  );
  const child = spawn(usable.name, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await until("nginx answers", () =>
    fetch(`http://127.0.0.1:${String(port)}/`).then(
      () => true,
      () => null,
    ),
  );
  return {
    version: usable.seen?.stderr.toString("utf8").trim().replace("nginx version: ", "") ?? "nginx",
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
