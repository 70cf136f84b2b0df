/** What an erased address leaves behind, in every table: only what the dialog announces. */
import { beforeEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { eraseAddress } from "#lib/features/erasure/commands.ts";
import { cancelInvitation, invitePerson, refreshPeople } from "#lib/features/invitations/commands.ts";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { sendList } from "#lib/features/invitations/lists/jobs.ts";
import { listRows } from "#lib/features/invitations/lists/queries.ts";
import { listInvitations, type InvitationView } from "#lib/features/invitations/queries.ts";
import { listPeople } from "#lib/features/people/queries.ts";
import { startRemoval, stopRemoval } from "#lib/features/people/removals/commands.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { inGerman, knowGerman } from "#tests/support/in-german.ts";
import { formKey, usePortal } from "./portal.ts";

let cloudId: string;
let number: number;
let email: string;

knowGerman();
const portal = await usePortal();
const sanne = await portal.actor();
beforeEach(async () => {
  ({ cloudId, number } = await portal.makeCloud(sanne, `Werft ${newId()}`));
  email = `Greta.${newId()}@Campus-Riem.example`;
});

/** Tables of the database that contain the address, in any column and spelling. */
async function tablesWithIt(): Promise<string[]> {
  const found = await portal.db.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema = 'public'
      AND position(${email.toLowerCase()} in lower(table_to_xml(quote_ident(table_name)::regclass, false, false, '')::text)) > 0`;
  return found.map(({ name }) => name).toSorted();
}

async function findRow(): Promise<InvitationView> {
  const { rows } = await listInvitations(sanne, { cloudId });
  const [row] = rows;
  if (row === undefined) throw new Error("no invitation");
  return row;
}

test("an address is gone from every table but those of the service, the audit and the queue of its mail", async () => {
  const list = await prepareList(sanne, { key: formKey(), cloudId, addresses: email, role: "50" });
  await invitationListCommands.start(sanne, list);
  await sendList({ runId: list }, { jobId: "one", attempt: 1, signal: new AbortController().signal });
  await portal.service.deliverMails();
  await stopRemoval(sanne, await startRemoval(sanne, { address: email, count: 1 }));
  const row = await findRow();
  expect(row.canErase).toBe(false);
  expect(await codeOf(eraseAddress(sanne, row.id))).toBe("CONFLICT");
  await cancelInvitation(sanne, row.id);
  expect((await findRow()).canErase).toBe(true);
  expect(await tablesWithIt()).toEqual([
    "attempt",
    "audit",
    "invitation",
    "invitation_run_row",
    "mailbox_message",
    "operation",
    "outbox_mail",
    "person_removal",
  ]);
  await eraseAddress(sanne, row.id);
  expect(await tablesWithIt()).toEqual(["audit", "outbox_mail"]);
  const { rows } = await listRows(sanne, { runId: list });
  expect(rows.map(({ shown }) => shown)).toEqual(["(erased)"]);
  await inGerman(async () => {
    const told = await listRows(sanne, { runId: list });
    expect(told.rows.map(({ shown }) => shown)).toEqual(["(gelöscht)"]);
  });
});

test("who is a member, and invited into another Cloud, stays there, as is said before", async () => {
  await invitePerson(sanne, { key: formKey(), cloudId, email, role: 50 });
  const row = await findRow();
  await portal.service.db.serviceInvitation.updateMany({ where: { cloudId: number }, data: { state: "A" } });
  await portal.joinCloud(number, email.toLowerCase(), 50, "Greta");
  await refreshPeople(sanne, { cloudId }, { since: new Date() });
  await eraseAddress(sanne, row.id);
  await refreshPeople(sanne, { cloudId }, { since: new Date() });
  const ofService = ["service_invitation", "service_user"];
  expect(await tablesWithIt()).toEqual(["audit", "member", "outbox_mail", ...ofService]);
});

test("an address that was invited into a project is gone with the invitation into that project, and not before", async () => {
  const { projectId } = await portal.makeProject(sanne, cloudId, "Werft Nord");
  const place = { cloudId, projectId };
  const invited = await invitePerson(sanne, { key: formKey(), ...place, email, role: 25 });
  await portal.service.deliverMails();
  const id = invited.invitationId ?? "";
  await refreshPeople(sanne, place, { since: new Date() });
  expect(await codeOf(eraseAddress(sanne, id))).toBe("CONFLICT");
  await cancelInvitation(sanne, id);
  expect(await tablesWithIt()).toContain("project_invitation");
  await eraseAddress(sanne, id);
  expect(await tablesWithIt()).toEqual(["audit", "outbox_mail"]);
  expect((await listPeople(sanne, { ...place, part: "ended" })).rows).toEqual([]);
});
