/** A file of its own: after a stranger's password a busy process rests, and then nobody of the crowd goes in at once. */
import { readFile } from "node:fs/promises";
import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { verifyPassword } from "#lib/core/identity/password.ts";

test("a dozen passwords that are checked at once leave threads to files, and a crowd is told to come back", async () => {
  // Made at a seventh of the cost: what is asked is who waits, not how long.
  const stored = await hash("seven columns", { memoryCost: 65_536, timeCost: 1 });
  let checked = 0;
  const crowd = Array.from({ length: 40 }, () =>
    verifyPassword(stored, "a guess").then(
      () => (checked += 1),
      (refused: unknown) => refused,
    ),
  );
  await readFile(import.meta.filename);
  expect(checked).toBeLessThan(6);
  const refused = (await Promise.all(crowd)).filter((each) => typeof each !== "number");
  // One check running, 24 waiting.
  expect(checked).toBe(25);
  expect(refused).toHaveLength(15);
  for (const each of refused)
    expect(each).toMatchObject({ code: "UNAVAILABLE", details: { retryAfterSeconds: 5 } });
});
