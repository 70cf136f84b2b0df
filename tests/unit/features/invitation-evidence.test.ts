import { describe, expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import type { InvitationState } from "#lib/db/client.ts";
import { evidenceOf, type Lists, observe } from "#lib/features/invitations/evidence.ts";

const A = "a@example.org";
const PENDING = new Map([[A, { id: 7, role: 50 }]]);
const NONE = new Map<string, { id: number; role: number | null }>();

type Row = [string, InvitationState, Lists["pending"], Lists["members"], InvitationState | null];

const NOBODY = new Set<string>();
const MEMBER = new Set([A]);
const ROWS: Row[] = [
  ["waiting and pending", "WAITING", PENDING, NOBODY, "WAITING"],
  ["waiting and a member", "WAITING", NONE, MEMBER, "JOINED"],
  ["in both lists: membership counts", "WAITING", PENDING, MEMBER, "JOINED"],
  ["waiting and in neither", "WAITING", NONE, NOBODY, "GONE"],
  ["waiting, gone, users not told", "WAITING", NONE, null, "GONE"],
  ["waiting, pending not told, no member", "WAITING", null, NOBODY, null],
  ["waiting and nothing told", "WAITING", null, null, null],
  ["joined and no longer a member", "JOINED", NONE, NOBODY, "GONE"],
  ["joined and users not told", "JOINED", NONE, null, null],
  ["declined, then accepted after all", "GONE", NONE, MEMBER, "JOINED"],
  ["gone and invited again elsewhere", "GONE", PENDING, NOBODY, "WAITING"],
  ["refused, but pending by another way", "REFUSED", PENDING, NOBODY, "WAITING"],
  ["cancelled and in neither", "CANCELLED", NONE, NOBODY, null],
  ["uncertain and pending: the journal decides", "UNKNOWN", PENDING, MEMBER, null],
  ["being sent: the journal decides", "SENDING", PENDING, NOBODY, null],
];

describe("what the service's lists prove about an invitation", () => {
  test.each(ROWS)("%s", (_name, state, pending, members, wanted) => {
    expect(observe({ address: A, state }, { pending, members }, "cloud")?.state ?? null).toBe(wanted);
  });
});

test("no evidence calls a member a user, which is a role: an administrator has another, and older rows are told anew", () => {
  for (const [, state, pending, members] of ROWS)
    for (const into of ["cloud", "project"] as const) {
      const seen = observe({ address: A, state }, { pending, members }, into);
      expect(seen === null ? "" : inEnglish(seen.evidence)).not.toMatch(/\buser\b/);
    }
  const told = (evidence: string): string => inEnglish(evidenceOf({ evidence, evidenceSaid: null }));
  expect(told("A user of the Cloud.")).toBe("Among the members of the Cloud.");
  expect(told("No longer a user of the Cloud.")).toBe("No longer among the members of the Cloud.");
  expect(told("Waits.")).toBe("Waits.");
});
