/** POST /cloud/{c}/invitation (docs/service "Invitation"); what the email says: contract/invitation-mails. */
import { beforeEach, expect, test } from "vitest";
import type { InvitationRecord } from "#lib/service/contract/records.ts";
import { ANY_ID, inEachEncoding, refused, type Answer } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
  answerInvitation,
  makeCloud,
  makeMember,
  newAddress,
  type Ids,
} from "#tests/support/operations/stage.ts";

testOperation("invite", (operation) => {
  const { call } = operation;
  let ids: Ids;
  let landing: string;
  beforeEach(async () => {
    ids = await makeCloud(operation.stage());
    landing = `${operation.stage().service.origin}/platform/cloud/${ids["cloudId"] ?? ""}`;
  });

  const created = (email: string, role = 100): Answer => ({
    status: 201,
    body: { id: ANY_ID, email, redirect_uri: landing, role },
  });

  test("201 with id, email, redirect_uri and the default role 100, and nothing else, in each encoding", async () => {
    for (const index of [0, 1, 2]) {
      const email = newAddress();
      const [encoding = "", body] = inEachEncoding({ email, redirect_uri: landing })[index] ?? [];
      expect(await call({ ids, body }), encoding).toEqual(created(email));
    }
    for (const index of [1, 2]) {
      const email = newAddress();
      const [encoding = "", body] = inEachEncoding({ email, redirect_uri: landing, role: "50" })[index] ?? [];
      expect(await call({ ids, body }), encoding).toEqual(created(email, 50));
    }
  });

  test.each([100, 50])("201 with role %i as it was asked", async (role) => {
    const email = newAddress();
    expect(await call({ ids, body: { email, redirect_uri: landing, role } })).toEqual(created(email, role));
  });

  const BLANK = "This field may not be blank.";
  const NULL = "This field may not be null.";
  const REQUIRED = "This field is required.";
  const NO_EMAIL = "Enter a valid email address.";
  const NO_URL = "Enter a valid URL.";
  test.each<[string, Record<string, unknown> | undefined, Record<string, string[]>]>([
    ["no body", undefined, { email: [REQUIRED], redirect_uri: [REQUIRED] }],
    ["no email", { email: undefined }, { email: [REQUIRED] }],
    ["no redirect_uri", { redirect_uri: undefined }, { redirect_uri: [REQUIRED] }],
    ["null", { email: null, redirect_uri: null }, { email: [NULL], redirect_uri: [NULL] }],
    ["blank", { email: " ", redirect_uri: "" }, { email: [BLANK], redirect_uri: [BLANK] }],
    ["no address", { email: "anna" }, { email: [NO_EMAIL] }],
    ["two addresses", { email: "a@example.org,b@example.org" }, { email: [NO_EMAIL] }],
    ["a name with it", { email: "Anna <a@example.org>" }, { email: [NO_EMAIL] }],
    ["a quoted one", { email: '"a@evil.example"@example.org' }, { email: [NO_EMAIL] }],
    ["a header in it", { email: "a@example.org\r\nBcc: b@example.org" }, { email: [NO_EMAIL] }],
    ["full-width at", { email: "a＠example.org" }, { email: [NO_EMAIL] }],
    ["NUL", { email: "a\0@example.org" }, { email: ["Null characters are not allowed."] }],
    [
      "too long",
      { email: `${"a".repeat(250)}@example.org` },
      { email: ["Ensure this field has no more than 256 characters."] },
    ],
    ["a list", { email: ["a@example.org"] }, { email: ["Not a valid string."] }],
    ["an object", { email: { path: "/etc/passwd" } }, { email: ["Not a valid string."] }],
    ["a script", { redirect_uri: "javascript:alert(1)" }, { redirect_uri: [NO_URL] }],
    ["a path", { redirect_uri: "/platform/cloud/1" }, { redirect_uri: [NO_URL] }],
    ["a break", { redirect_uri: "https://example.org/\r\nX: y" }, { redirect_uri: [NO_URL] }],
    [
      "513 characters",
      { redirect_uri: `https://example.org/${"a".repeat(493)}` },
      { redirect_uri: ["Ensure this field has no more than 512 characters."] },
    ],
    ["another role", { role: 75 }, { role: ['"75" is not a valid choice.'] }],
    ["a role in words", { role: "admin" }, { role: ["A valid integer is required."] }],
    ["no role", { role: null }, { role: [NULL] }],
  ])("400 for %s: nothing is kept and no mail goes out", async (_what, body, sentences) => {
    const good = { email: newAddress(), redirect_uri: landing };
    expect(await call({ ids, body: body && { ...good, ...body } })).toEqual(refused(sentences));
    expect(await operation.read(ids)).toEqual([]);
    const { db } = operation.stage().service;
    expect(await db.outboxMail.count({ where: { recipient: good.email } })).toBe(0);
  });

  test("400 already_exists, a text, for a current member, and no mail goes out", async () => {
    const email = newAddress();
    await makeMember(operation.stage(), ids, email);
    expect(await call({ ids, body: { email, redirect_uri: landing } })).toEqual(
      refused({ already_exists: "This user is already a member of this cloud." }),
    );
    expect(await operation.stage().service.db.outboxMail.count({ where: { recipient: email } })).toBe(0);
  });

  test("201 for the same address again: the same id, another mail, a new link, what was asked last", async () => {
    const { service } = operation.stage();
    const email = newAddress();
    const once = await call({ ids, body: { email, redirect_uri: landing } });
    const last = { email: email.toUpperCase(), redirect_uri: `${landing}?again`, role: 50 };
    const again = await call({ ids, body: last });
    const { id } = once.body as InvitationRecord;
    expect(again).toEqual({ status: 201, body: { id, ...last } });
    expect(await operation.read(ids)).toEqual([again.body]);
    const recipient = { equals: email, mode: "insensitive" as const };
    expect(await service.db.outboxMail.count({ where: { recipient } })).toBe(2);
  });

  test("201 after it was declined: the same id, and pending again", async () => {
    const body = { email: newAddress(), redirect_uri: landing };
    const once = await call({ ids, body });
    await answerInvitation(operation.stage(), (once.body as InvitationRecord).id, "D");
    expect(await operation.read(ids)).toEqual([]);
    expect(await call({ ids, body })).toEqual(once);
    expect(await operation.read(ids)).toEqual([once.body]);
  });

  test("400 with one sentence a field: a text that is too long is not read as an address", async () => {
    const body = { email: "a".repeat(257), redirect_uri: "a".repeat(513) };
    expect(await call({ ids, body })).toEqual(
      refused({
        email: ["Ensure this field has no more than 256 characters."],
        redirect_uri: ["Ensure this field has no more than 512 characters."],
      }),
    );
  });

  test("201 fifty times at once for one address are one invitation", async () => {
    const body = { email: newAddress(), redirect_uri: landing };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call({ ids, body })));
    // A machine that is too busy may tell some callers so; then nothing was changed for them.
    const [first, ...others] = answers.filter(({ status }) => status !== 503);
    expect(first).toEqual(created(body.email));
    for (const answer of others) expect(answer).toEqual(first);
    expect(await operation.read(ids)).toEqual([first?.body]);
  });
});
