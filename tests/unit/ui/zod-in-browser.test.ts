import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** In a process of its own: zod looks once, when it is loaded, and other test files have loaded it already. */
const BROWSER = `
  await import("./instrumentation-client.ts");
  const { config } = await import("zod/v4/core");
  console.log(config().jitless);
`;

test("zod knows, however late it is loaded, that the page's policy lets no check be compiled", () => {
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", BROWSER], {
    encoding: "utf8",
  });
  expect(stdout.trim()).toBe("true");
});
