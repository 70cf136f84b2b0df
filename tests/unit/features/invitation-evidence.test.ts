import { describe, expect, test } from "vitest";
import { inEnglish } from "#lib/core/texts.ts";
import type { InvitationState } from "#lib/db/client.ts";
import { evidenceOf, type Lists, observe } from "#lib/features/invitations/evidence.ts";

const A = "a@example.org";
const PENDING = new Map([[A, { id: 7, role: 50 }]]);
const NONE = new Map<string, { id: number; role: number | null }>();

type Row = [string, InvitationState, Lists, InvitationState | null];

const ROWS: Row[] = [
  ["waiting and pending", "WAITING", { pending: PENDING, members: new Set() }, "WAITING"],
  ["waiting and a member", "WAITING", { pending: NONE, members: new Set([A]) }, "JOINED"],
  ["in both lists: membership counts", "WAITING", { pending: PENDING, members: new Set([A]) }, "JOINED"],
  ["waiting and in neither", "WAITING", { pending: NONE, members: new Set() }, "GONE"],
  ["waiting, gone, users not told", "WAITING", { pending: NONE, members: null }, "GONE"],
  ["waiting, pending not told, no member", "WAITING", { pending: null, members: new Set() }, null],
  ["waiting and nothing told", "WAITING", { pending: null, members: null }, null],
  ["joined and no longer a member", "JOINED", { pending: NONE, members: new Set() }, "GONE"],
  ["joined and users not told", "JOINED", { pending: NONE, members: null }, null],
  ["declined, then accepted after all", "GONE", { pending: NONE, members: new Set([A]) }, "JOINED"],
  ["gone and invited again elsewhere", "GONE", { pending: PENDING, members: new Set() }, "WAITING"],
  ["refused, but pending by another way", "REFUSED", { pending: PENDING, members: new Set() }, "WAITING"],
  ["cancelled and in neither", "CANCELLED", { pending: NONE, members: new Set() }, null],
  [
    "uncertain and pending: the journal decides",
    "UNKNOWN",
    { pending: PENDING, members: new Set([A]) },
    null,
  ],
  ["being sent: the journal decides", "SENDING", { pending: PENDING, members: new Set() }, null],
];

describe("what the service's lists prove about an invitation", () => {
  test.each(ROWS)("%s", (_name, state, lists, wanted) => {
    expect(observe({ address: A, state }, lists, "cloud")?.state ?? null).toBe(wanted);
  });
});

test("no evidence calls a member a user, which is a role: an administrator has another, and older rows are told anew", () => {
  for (const [, state, lists] of ROWS)
    for (const into of ["cloud", "project"] as const) {
      const seen = observe({ address: A, state }, lists, into);
      expect(seen === null ? "" : inEnglish(seen.evidence)).not.toMatch(/\buser\b/);
    }
  const told = (evidence: string): string => inEnglish(evidenceOf({ evidence, evidenceSaid: null }));
  expect(told("A user of the Cloud.")).toBe("Among the members of the Cloud.");
  expect(told("No longer a user of the Cloud.")).toBe("No longer among the members of the Cloud.");
  expect(told("Waits.")).toBe("Waits.");
});
