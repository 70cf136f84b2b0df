import { expect, test } from "vitest";
import { runModule } from "#tests/support/run-module.ts";

/** In a process of its own: zod looks once, when it is loaded, and other test files have loaded it already. */
const BROWSER = `
  await import("./instrumentation-client.ts");
  const { config } = await import("zod/v4/core");
  console.log(config().jitless);
`;

test("zod knows, however late it is loaded, that the page's policy lets no check be compiled", () => {
  expect(runModule(BROWSER).stdout.trim()).toBe("true");
});
