/** One person invited with the single form: the check of the address asks before anything is sent. */
import { expect, test } from "vitest";
import { invitePerson, remindPerson } from "#lib/features/invitations/commands.ts";
import type { InviteResult } from "#lib/features/invitations/schema.ts";
import { formKey, usePortal } from "./portal.ts";

const portal = await usePortal();
const sanne = await portal.actor();
const { cloudId } = await portal.makeCloud(sanne, "Kanaalzone Zuid");

function invite(
  email: string,
  more: { key?: string; doubted?: string; meant?: string } = {},
): Promise<InviteResult> {
  return invitePerson(sanne, { key: formKey(), cloudId, email, ...more });
}

const mails = (): number => portal.proxy.countCarriedOut("POST", /\/invitation$/);

test("a doubtful address is asked about before anything is sent: one answer takes the proposal, one keeps what was typed", async () => {
  for (const name of ["one", "two"]) await invite(`${name}@acme-hq.example`);
  portal.proxy.clear();
  const doubts = [
    ["anna@gmial.com", "anna@gmail.com", "anna@gmial.com"],
    ["Anna <anna@acrne-hq.example>", "anna@acme-hq.example", "anna@acrne-hq.example"],
    ["аnna@example.org", "anna@example.org", "аnna@example.org"],
    ["anna@@example.org", "anna@example.org", null],
  ] as const;
  for (const [email, proposal, asTyped] of doubts) {
    await expect(invite(email)).rejects.toMatchObject({
      code: "VALIDATION",
      message: "Nothing was sent.",
      details: { fieldErrors: { email: [expect.stringMatching(/./)] }, doubt: { proposal, asTyped } },
    });
  }
  expect(mails()).toBe(0);
  const [[typo], [name]] = doubts;
  const proposed = await invite(typo, { doubted: typo, meant: "anna@gmail.com" });
  expect(proposed.operation).toMatchObject({ state: "DONE", title: "anna@gmail.com" });
  const kept = await invite(name, { doubted: name, meant: "anna@acrne-hq.example" });
  expect(kept.operation).toMatchObject({ state: "DONE", title: "anna@acrne-hq.example" });
  expect(mails()).toBe(2);
});

test("an answer counts for the address it was asked about; what is typed afterwards is asked about anew", async () => {
  const answer = { doubted: "anna@gmial.com", meant: "anna@gmail.com" };
  await expect(invite("bert@gmial.com", answer)).rejects.toMatchObject({
    details: { doubt: { proposal: "bert@gmail.com", asTyped: "bert@gmial.com" } },
  });
  const corrected = await invite("bert@example.org", answer);
  expect(corrected.operation).toMatchObject({ state: "DONE", title: "bert@example.org" });
  expect(mails()).toBe(1);
});

test("the same form sent again and a further mail are not asked about; nor is an address with a name", async () => {
  const doubted = "carla@gmial.com";
  const key = formKey();
  const first = await invite(doubted, { key, doubted, meant: doubted });
  expect((await invite(doubted, { key })).operation.id).toBe(first.operation.id);
  const wish = { invitationId: first.invitationId ?? "", reason: "Phoned: the address is right." };
  const reminded = await remindPerson(sanne, { key: formKey(), ...wish });
  expect(reminded.operation.state).toBe("DONE");
  const named = await invite('"Smit, Dora" <dora@example.org>');
  expect(named.operation).toMatchObject({ state: "DONE", title: "dora@example.org" });
  await expect(invite("a@example.org, b@example.org")).rejects.toMatchObject({
    details: { fieldErrors: { email: ["There are 2 addresses. Type only one here."] } },
  });
});
