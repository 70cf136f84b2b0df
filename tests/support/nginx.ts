/** A real nginx of this machine: by name, where Debian installs it, or where PORTICO_BENCH_NGINX says. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "./until.ts";

const run = promisify(execFile);
const PLACES = [process.env["PORTICO_BENCH_NGINX"] ?? "nginx", "nginx", "/usr/sbin/nginx"];

export type FoundNginx = { program: string; version: string };

/** null if this machine has none. */
export async function findNginx(): Promise<FoundNginx | null> {
  for (const program of PLACES) {
    const said = await run(program, ["-v"]).catch(() => null);
    if (said !== null) return { program, version: said.stderr.trim().replace("nginx version: ", "") };
  }
  return null;
}

type Config = {
  /** nginx may write in it: temporary files, `error.log`. */
  folder: string;
  /** Directives outside of `http`, and in it. */
  main: string;
  http: string;
  /** One that it listens at. */
  port: number;
};

/** Starts nginx and waits until it answers. @returns how to stop it */
export async function runNginx(
  program: string,
  { folder, main, http, port }: Config,
): Promise<() => Promise<void>> {
  const [log, file] = [join(folder, "error.log"), join(folder, "nginx.conf")];
  await mkdir(join(folder, "temp"), { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, "temp", name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  await writeFile(
    file,
    `daemon off; pid ${join(folder, "nginx.pid")}; error_log ${log} warn; ${user} ${main}
http {
${temporary.join("\n")}
${http}
}
`,
  );
  const child = spawn(program, ["-p", folder, "-e", log, "-c", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  await until("nginx answers", async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${await readFile(log, "utf8")}`);
    return fetch(`http://127.0.0.1:${String(port)}/`).then(
      () => true,
      () => false,
    );
  });
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
