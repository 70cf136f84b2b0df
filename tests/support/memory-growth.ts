/** How much memory a product's own processes use, without its database (Linux). */
import { readFile } from "node:fs/promises";
import { listDescendants } from "#tests/support/kill-all.ts";

const LOOK_MS = 100;
const MIB = 1024 * 1024;

/** Resident memory of the product's processes in bytes. */
async function residentBytes(pid: number): Promise<number> {
  let bytes = 0;
  for (const one of [pid, ...(await listDescendants(pid))]) {
    const status = await readFile(`/proc/${String(one)}/status`, "utf8").catch(() => "");
    if (/^Name:\s*postgres/m.test(status)) continue;
    bytes += Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

/** Does the work, and returns the product's maximum growth in MiB meanwhile, and its size before. A measurement takes a few ms. */
export async function withGrowth<T>(
  pid: number,
  work: () => Promise<T>,
  lookMs: number = LOOK_MS,
): Promise<{ result: T; beforeMib: number; growthMib: number }> {
  const before = await residentBytes(pid);
  let most = before;
  const over = new AbortController();
  const watching = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      most = Math.max(most, await residentBytes(pid));
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  })();
  try {
    const result = await work();
    return { result, beforeMib: Math.round(before / MIB), growthMib: Math.round((most - before) / MIB) };
  } finally {
    over.abort();
    await watching;
  }
}
