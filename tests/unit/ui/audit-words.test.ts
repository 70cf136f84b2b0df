import { expect, onTestFinished, test } from "vitest";
import { actOf, actorOf, verbOf } from "#app/(portal)/_components/audit-words.ts";
import { setTextSource } from "#lib/core/texts.ts";
import type { AuditRow } from "#lib/features/audit/queries.ts";

test("an entry is about what had a name, or about so many at once", () => {
  const found = (after: AuditRow["after"]): string => actOf({ action: "cloud.adopt", before: null, after });
  expect(found({ name: "Kanaalzone Noord", count: 2 })).toBe("found Cloud “Kanaalzone Noord”");
  expect(found({ serviceIds: [1], count: 1 })).toBe("found 1 Cloud");
  expect(found({ serviceIds: [1, 2], count: 1234 })).toBe("found 1\u2009234 Clouds");
  expect(found(null)).toBe("found Cloud");
  expect(actOf({ action: "cloud.delete", before: { name: "Blok C" }, after: null })).toBe(
    "deleted Cloud “Blok C”",
  );
  expect(actOf({ action: "invitation.observe", before: null, after: { changes: [] } })).toBe(
    "checked the invitations of",
  );
});

test("a list is named by its Cloud, also in older rows, and a Cloud may have any name", () => {
  const told = (name: string): string =>
    actOf({ action: "invitation-list.start", before: null, after: { name } });
  expect(told("for Noord")).toBe("started sending the list for “Noord”");
  expect(told("list for Noord")).toBe("started sending the list for “Noord”");
  expect(told("for for Noord")).toBe("started sending the list for “for Noord”");
});

test("what was done with a person names the person and the Cloud or project; older rows name the person", () => {
  const email = "anna@example.org";
  const told = (action: AuditRow["action"], before: AuditRow["before"], after: AuditRow["after"]): string =>
    actOf({ action, before, after });
  expect(told("member.remove", { email, role: 50, place: "Haus A" }, null)).toBe(
    "removed “anna@example.org” from “Haus A”",
  );
  expect(told("member.remove", { email, role: 50 }, null)).toBe("removed the member “anna@example.org”");
  expect(told("member.change-role", { email, role: 50 }, { email, role: 100, place: "Haus A" })).toBe(
    "changed the role of “anna@example.org” in “Haus A”",
  );
  expect(told("invitation.send", null, { title: email, path: "/cloud/1/project/2", place: "Kaimauer" })).toBe(
    "invited “anna@example.org” to “Kaimauer”",
  );
  const reminder = { title: email, isReminder: true };
  expect(told("invitation.send", null, { ...reminder, place: "Kaimauer" })).toBe(
    "reminded “anna@example.org” of the invitation to “Kaimauer”",
  );
  expect(told("invitation.send", null, reminder)).toBe("reminded “anna@example.org”");
  expect(told("person.remove-from-clouds", null, { email, clouds: 3 })).toBe(
    "removed “anna@example.org” from all Clouds",
  );
  expect(told("person.remove-from-clouds", null, { email, reason: "Bert stopped the removal." })).toBe(
    "ended the removal of “anna@example.org” from all Clouds early",
  );
});

test("a stranger, a page without permission and a choice of acts are said in words", () => {
  const told = (action: AuditRow["action"], after: AuditRow["after"]): string =>
    actOf({ action, before: null, after });
  expect(told("staff.sign-in", { account: "unknown 1f", reason: "wrong password" })).toBe("tried to sign in");
  expect(told("staff.sign-in", { email: "anna@example.org" })).toBe("signed in as “anna@example.org”");
  expect(told("access.ask", { name: "page: staff:manage", place: "page: staff:manage" })).toBe(
    "had no permission to manage staff",
  );
  expect(told("access.ask", { name: "staff.invite" })).toBe("requested “staff.invite”");
  expect(verbOf("staff.sign-in")).toBe("signed in as …");
  expect(actorOf({ actorName: "Somebody at the sign-in page" })).toBe("Somebody at the sign-in page");
  setTextSource({
    language: () => "de",
    catalogue: () => ({ "Somebody at the sign-in page": "Jemand auf der Anmeldeseite", Reading: "Lesen" }),
    scriptOf: () => null,
  });
  onTestFinished(() => {
    setTextSource({ language: () => "en", catalogue: () => ({}), scriptOf: () => null });
  });
  expect(actorOf({ actorName: "Somebody at the sign-in page" })).toBe("Jemand auf der Anmeldeseite");
  expect(actorOf({ actorName: "Reading" })).toBe("Reading");
});
