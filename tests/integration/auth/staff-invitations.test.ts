import { expect, test } from "vitest";
import { newSecret } from "#lib/core/ids.ts";
import { getDb } from "#lib/db/client.ts";
import { changeStaffRole, disableStaff } from "#lib/features/staff/commands.ts";
import {
  findStaffInvitation,
  inviteStaff,
  joinStaff,
  resendStaffInvitation,
  withdrawStaffInvitation,
} from "#lib/features/staff/invitations.ts";
import { listStaffInvitations } from "#lib/features/staff/queries.ts";
import { listMailbox, openMailboxMessage } from "#lib/mail/mailbox.ts";
import { deliverMail } from "#lib/mail/deliver.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { englishIn } from "#tests/support/english-left.ts";
import { inGerman, wordsOf } from "#tests/support/in-german.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { addPerson, auditOf, useAccounts, PASSWORD, readMail } from "./accounts.ts";

const DAY_MS = 24 * 3_600_000;
const PERSON = { name: "Tom Bakker", password: PASSWORD };

const moveClock = useMovedClock();

await useAccounts();

let invited = 0;

async function invite(role: "VIEWER" | "OPERATOR" | "ADMINISTRATOR" = "VIEWER") {
  const actor = await addPerson("ADMINISTRATOR", "Ada Admin");
  invited += 1;
  const email = `invited-${String(invited)}@example.com`;
  const { id } = await inviteStaff(actor, { email: `  ${email.toUpperCase()} `, role });
  return { actor, email, id, ...(await readMail(email)) };
}

test("an invitation is mailed as text and HTML with a link that makes one account with the role, once", async () => {
  const { email, id, token, text, html } = await invite("OPERATOR");
  expect(text).toContain("Ada Admin invites you as operator.");
  expect(html).toContain(`/join/enter?token=${token}`);
  // Scanners open links too.
  for (let n = 0; n < 20; n += 1) expect((await findStaffInvitation(token))?.email).toBe(email);
  expect(await codeOf(joinStaff(token, { ...PERSON, password: "baseball2026" }))).toBe("VALIDATION");
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => joinStaff(token, PERSON)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await codeOf(joinStaff(token, PERSON))).toBe("FORBIDDEN");
  expect(await findStaffInvitation(token)).toBeNull();
  const made = await getDb().staff.findMany({ where: { email } });
  expect(made.map(({ name, role }) => [name, role])).toEqual([["Tom Bakker", "OPERATOR"]]);
  expect(await auditOf(id)).toEqual(["staff.invite"]);
  expect(await auditOf(made[0]?.id ?? "")).toEqual(["staff.join"]);
});

test("the mail is in the language of whoever invites", async () => {
  await inGerman(async () => {
    const { text, html } = await invite("OPERATOR");
    expect(text).toContain("Ada Admin lädt Sie als Bearbeiter ein.");
    expect(html).toContain('<html lang="de">');
    expect(englishIn(wordsOf(text))).toEqual([]);
  });
});

test("another mail replaces the link; withdrawing, seven days and made-up tokens open nothing", async () => {
  const first = await invite();
  await resendStaffInvitation(first.actor, first.id);
  const second = await readMail(first.email);
  expect(second.token).not.toBe(first.token);
  expect(await codeOf(joinStaff(first.token, PERSON))).toBe("FORBIDDEN");
  expect(await findStaffInvitation(second.token)).not.toBeNull();
  moveClock(7 * DAY_MS + 1000);
  expect(await codeOf(joinStaff(second.token, PERSON))).toBe("FORBIDDEN");
  expect((await listStaffInvitations(first.actor)).find(({ id }) => id === first.id)?.isExpired).toBe(true);
  moveClock(0);
  await withdrawStaffInvitation(first.actor, first.id);
  expect(await codeOf(joinStaff(second.token, PERSON))).toBe("FORBIDDEN");
  expect(await codeOf(resendStaffInvitation(first.actor, first.id))).toBe("NOT_FOUND");
  for (const token of [newSecret(), "", "../..", second.token.slice(1)]) {
    expect(await codeOf(joinStaff(token, PERSON))).toBe("FORBIDDEN");
  }
  expect(await auditOf(first.id)).toEqual(["staff.invite", "staff.invite-again", "staff.withdraw"]);
});

test("an address has one invitation and one account, however often it is asked for at once", async () => {
  const { actor, email, token } = await invite();
  expect(await codeOf(inviteStaff(actor, { email, role: "VIEWER" }))).toBe("CONFLICT");
  await joinStaff(token, PERSON);
  expect(await codeOf(inviteStaff(actor, { email, role: "VIEWER" }))).toBe("CONFLICT");
  const other = { email: `several-${email}`, role: "VIEWER" as const };
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => inviteStaff(actor, other)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await getDb().outboxMail.count({ where: { recipient: other.email } })).toBe(1);
});

test("only administrators invite, and only while they are one at the moment of the write", async () => {
  const input = { email: "nobody@example.com", role: "ADMINISTRATOR" as const };
  for (const role of ["VIEWER", "OPERATOR"] as const) {
    expect(await codeOf(inviteStaff(await addPerson(role), input))).toBe("FORBIDDEN");
  }
  const first = await addPerson("ADMINISTRATOR");
  const former = await addPerson("ADMINISTRATOR");
  const gone = await addPerson("ADMINISTRATOR");
  await changeStaffRole(first, former.staffId, "OPERATOR");
  await disableStaff(first, gone.staffId);
  // What their open forms still assume.
  expect(former.role).toBe("ADMINISTRATOR");
  expect(await codeOf(inviteStaff(former, input))).toBe("FORBIDDEN");
  expect(await codeOf(inviteStaff(gone, input))).toBe("UNAUTHENTICATED");
  expect(await getDb().outboxMail.count({ where: { recipient: input.email } })).toBe(0);
});

test("invitations that wait end with the account, or the role, of who sent them", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const [first, second] = [await invite("ADMINISTRATOR"), await invite()];
  await disableStaff(admin, first.actor.staffId);
  await changeStaffRole(admin, second.actor.staffId, "OPERATOR");
  for (const { token } of [first, second]) expect(await codeOf(joinStaff(token, PERSON))).toBe("FORBIDDEN");
});

test("in the built-in mailbox such a mail is there for administrators only", async () => {
  const { email } = await invite("ADMINISTRATOR");
  const { id } = await getDb().outboxMail.findFirstOrThrow({ where: { recipient: email } });
  await deliverMail(id, getDb());
  expect(await listMailbox(getDb(), { recipient: email })).toEqual([]);
  const [mail] = await listMailbox(getDb(), { recipient: email, withStaff: true });
  expect(await openMailboxMessage(getDb(), mail?.id ?? "")).toBeNull();
  expect((await openMailboxMessage(getDb(), mail?.id ?? "", { withStaff: true }))?.recipient).toBe(email);
});

test("a doubtful address of a colleague is asked about before a mail goes out, and a name around it is understood", async () => {
  const admin = await addPerson("ADMINISTRATOR");
  const mark = String(Date.now());
  const typed = `anna.${mark}@gmial.com`;
  const invitation = { email: typed, role: "VIEWER" } as const;
  await expect(inviteStaff(admin, invitation)).rejects.toMatchObject({
    code: "VALIDATION",
    details: { doubt: { proposal: `anna.${mark}@gmail.com`, asTyped: typed } },
  });
  expect(await getDb().staffInvitation.count({ where: { email: typed } })).toBe(0);
  const answer = { doubted: typed, meant: `anna.${mark}@gmail.com` };
  expect(await inviteStaff(admin, { ...invitation, ...answer })).toMatchObject({ email: answer.meant });
  const named = { email: `Bert Smit <bert.${mark}@gmail.com>`, role: "VIEWER" } as const;
  expect(await inviteStaff(admin, named)).toMatchObject({ email: `bert.${mark}@gmail.com` });
});
