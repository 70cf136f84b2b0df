import { expect, test } from "vitest";
import "../../../instrumentation-client.ts";

test("zod knows, however late it is loaded, that the page's policy lets no check be compiled", async () => {
  const { config } = await import("zod/v4/core");
  expect(config().jitless).toBe(true);
});
