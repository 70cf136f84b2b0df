/** Starts the embedded service in a separate process (service-process.ts) and keeps what it writes. */
import { spawn } from "node:child_process";
import { until } from "./until.ts";
import { kill } from "./worker-process.ts";

/** Resolves once it listens. The caller kills it. */
export async function startServiceProcess(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["tests/support/service-process.ts"], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (bytes: Buffer) => (output += bytes.toString("utf8")));
  }
  child.stderr.pipe(process.stderr);
  const origin = await until("the service listens", () => /^http:\/\/\S+$/m.exec(output)?.[0]);
  return {
    baseUrl: `${origin}/service`,
    pid: child.pid ?? 0,
    output: () => output,
    kill: () => kill(child),
  };
}
