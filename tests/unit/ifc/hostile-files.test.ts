import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_FILES } from "#tests/support/hostile-ifc.ts";
import { read } from "./support.ts";

/** Of the largest file so far. */
let largest = 0;
/** What earlier files have left in this process, in bytes. */
let resident = 0;

describe("hostile files", () => {
  beforeAll(() => {
    // The peak counts from here, not from what was read before in the same process (Linux, proc(5)).
    if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5");
    resident = process.memoryUsage.rss();
  });

  it.each(HOSTILE_FILES)("$name ends as $expect", async ({ bytes, expect: state, says }) => {
    const content = bytes();
    largest = Math.max(largest, content.length);
    const { result } = await read(content);
    expect(result.status, result.errors.join("\n")).toBe(state === "C" ? "ok" : "failed");
    expect(result.errors.length > 0).toBe(state === "E");
    if (says) expect(result.errors.join("\n")).toMatch(says);
    expect(result.errors.length).toBeLessThanOrEqual(101);
    expect(result.errors.join("\n")).not.toMatch(/fault of this server/);
  });

  it("keeps memory in bounds over all of them", () => {
    const peak = process.resourceUsage().maxRSS * 1024;
    expect(peak - resident).toBeLessThan(0.6e9 + 4 * largest);
  });
});
