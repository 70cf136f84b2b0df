import { expect, test } from "vitest";
import { atOnceBeside } from "#lib/features/invitations/background-reading.ts";

test.each([
  { utilization: 0, atOnce: 5 },
  { utilization: 0.1, atOnce: 5 },
  { utilization: 0.5, atOnce: 3 },
  { utilization: 0.75, atOnce: 1 },
  { utilization: 1, atOnce: 1 },
])("beside a utilization of $utilization a round reads $atOnce places", ({ utilization, atOnce }) => {
  expect(atOnceBeside(utilization)).toBe(atOnce);
});
