import { expect, test } from "vitest";
import { OUTCOME_WORDS } from "#lib/features/invitations/lists/schema.ts";
import { stateWords } from "#lib/features/invitations/evidence.ts";

test("what the service took over, and what the person accepted, have words of their own", () => {
  expect(OUTCOME_WORDS.DONE).toBe("Sent");
  expect(OUTCOME_WORDS.DONE_ID_LOST).toBe("Sent, number lost");
  expect(stateWords({ state: "JOINED", joinedAt: new Date(0) })).toBe("Joined");
  expect(Object.values(OUTCOME_WORDS).filter((words) => /accept/i.test(words))).toEqual([]);
});
