/** POST /cloud/{c}/project/{p}/invitation (docs/service "People of a project"); rules shared with clouds: operations/invite. */
import { beforeEach, expect, test } from "vitest";
import type { ProjectInvitationRecord } from "#lib/service/contract/records.ts";
import { ANY_ID, inEachEncoding, refused, type Answer } from "#tests/support/operations/call.ts";
import { testOperation } from "#tests/support/operations/operation.ts";
import {
  makeInvitation,
  makeProject,
  makeProjectMember,
  newAddress,
  withSettings,
  type Ids,
} from "#tests/support/operations/stage.ts";

const REDIRECT_REFUSED = "This address does not begin with one that the application may redirect to.";

testOperation("inviteToProject", (operation) => {
  const { call } = operation;
  let ids: Ids;
  let landing: string;
  beforeEach(async () => {
    ids = await makeProject(operation.stage());
    const { cloudId = "", projectId = "" } = ids;
    landing = `${operation.stage().service.origin}/platform/cloud/${cloudId}?project=${projectId}`;
  });

  const created = (email: string, role: number): Answer => ({
    status: 201,
    body: { id: ANY_ID, email, redirect_uri: landing, role },
  });

  test.each([100, 50, 25])(
    "201 with id, email, redirect_uri and the role %i, and nothing else, in each encoding",
    async (role) => {
      for (const index of [0, 1, 2]) {
        const email = newAddress();
        const fields = { email, redirect_uri: landing };
        const [encoding = "", body] = inEachEncoding({ ...fields, role: String(role) })[index] ?? [];
        const sent = index === 0 ? { ...fields, role } : body;
        expect(await call({ ids, body: sent }), encoding).toEqual(created(email, role));
      }
    },
  );

  const REQUIRED = "This field is required.";
  test.each<[string, Record<string, unknown> | undefined, Record<string, string[]>]>([
    ["no body", undefined, { email: [REQUIRED], redirect_uri: [REQUIRED], role: [REQUIRED] }],
    ["no role", { role: undefined }, { role: [REQUIRED] }],
    ["another role", { role: 75 }, { role: ['"75" is not a valid choice.'] }],
    ["no address", { email: "anna" }, { email: ["Enter a valid email address."] }],
    ["a script", { redirect_uri: "javascript:alert(1)" }, { redirect_uri: ["Enter a valid URL."] }],
  ])("400 for %s: nothing is kept and no mail goes out", async (_what, body, sentences) => {
    const good = { email: newAddress(), redirect_uri: landing, role: 50 };
    expect(await call({ ids, body: body && { ...good, ...body } })).toEqual(refused(sentences));
    expect(await operation.read(ids)).toEqual([]);
    const { db } = operation.stage().service;
    expect(await db.outboxMail.count({ where: { recipient: good.email } })).toBe(0);
  });

  test("400 for a landing address that the application's rules do not allow", async () => {
    const stage = operation.stage();
    const body = { email: newAddress(), redirect_uri: landing, role: 50 };
    const rules = { redirectRules: ["https://platform.example.org/"] };
    const answer = await withSettings(stage, stage.service.first, rules, () => call({ ids, body }));
    expect(answer).toEqual(refused({ redirect_uri: [REDIRECT_REFUSED] }));
  });

  test("400 already_exists, a text, for a current member of the project, and no mail goes out", async () => {
    const email = newAddress();
    await makeProjectMember(operation.stage(), ids, email);
    expect(await call({ ids, body: { email, redirect_uri: landing, role: 50 } })).toEqual(
      refused({ already_exists: "This user is already a member of this project." }),
    );
    expect(await operation.stage().service.db.outboxMail.count({ where: { recipient: email } })).toBe(0);
  });

  test("201 for the same address again: the same id, another mail, what was asked last; the cloud's invitation is another", async () => {
    const stage = operation.stage();
    const email = newAddress();
    const ofCloud = Number(await makeInvitation(stage, ids, email));
    const once = await call({ ids, body: { email, redirect_uri: landing, role: 25 } });
    const last = { email: email.toUpperCase(), redirect_uri: `${landing}&again`, role: 50 };
    const again = await call({ ids, body: last });
    const { id } = once.body as ProjectInvitationRecord;
    expect(id).not.toBe(ofCloud);
    expect(again).toEqual({ status: 201, body: { id, ...last } });
    expect(await operation.read(ids)).toEqual([again.body]);
    const recipient = { equals: email, mode: "insensitive" as const };
    expect(await stage.service.db.outboxMail.count({ where: { recipient } })).toBe(3);
  });

  test("201 fifty times at once for one address are one invitation", async () => {
    const body = { email: newAddress(), redirect_uri: landing, role: 50 };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call({ ids, body })));
    // A machine that is too busy may tell some callers so; then nothing was changed for them.
    const [first, ...others] = answers.filter(({ status }) => status !== 503);
    expect(first).toEqual(created(body.email, 50));
    for (const answer of others) expect(answer).toEqual(first);
    expect(await operation.read(ids)).toEqual([first?.body]);
  });
});
