/**
 * The invited person's side: links, signing up and in, accepting and declining, what a member sees. Against the real service and a real
 * database, with links taken from the emails that people get.
 */
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { rememberBrowser } from "#lib/core/identity/known-browser.ts";
import { projectSchema, userSchema } from "#lib/service/contract/records.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { signedWire } from "#tests/support/wire.ts";
import { inviteByMail, readMail } from "./people.ts";

const service = await useServiceServer();
const call = await signedWire(service.baseUrl, await service.register("platform-tests"));
const platform = {
  ...(await import("#lib/service/server/platform/accounts.ts")),
  ...(await import("#lib/service/server/platform/clouds.ts")),
  ...(await import("#lib/service/server/platform/invitations.ts")),
  ...(await import("#lib/service/server/platform/links.ts")),
  ...(await import("#lib/service/server/platform/sessions.ts")),
};

const PASSWORD = "a long walk by the water";
const stopClock = useStoppedClock();

const invite = (email?: string, cloudId?: number, role?: number) =>
  inviteByMail(service, call, email, cloudId, role);

async function signUp(token: string): ReturnType<typeof platform.signUp> {
  return platform.signUp(service.db, {
    token,
    firstname: "Marieke",
    lastname: "de Jong",
    password: PASSWORD,
  });
}

describe("a link", () => {
  test("tells what it is for, as often as it is opened, and nothing is changed by that", async () => {
    const invited = await invite();
    const opened = await platform.openInvitationLink(service.db, invited.token);
    expect(opened).toMatchObject({
      invitationId: invited.invitationId,
      cloudId: invited.cloudId,
      name: "Kanaalzone",
      inviterName: "Application platform-tests",
      address: invited.email,
      role: 100,
      hasAccount: false,
    });
    const before = await service.db.serviceInvitation.findUnique({ where: { id: invited.invitationId } });
    for (let scan = 0; scan < 50; scan += 1) await platform.openInvitationLink(service.db, invited.token);
    const after = await service.db.serviceInvitation.findUnique({ where: { id: invited.invitationId } });
    expect(after).toEqual(before);
  });

  test("a fresh one is sent to an invited address and ends the old one; asking tells nobody anything", async () => {
    const invited = await invite();
    await platform.requestFreshLink(service.db, { email: invited.email, networkAddress: "198.51.100.1" });
    const { token: fresh } = await readMail(service, invited.email);
    expect(fresh).not.toBe(invited.token);
    expect(await platform.openInvitationLink(service.db, invited.token)).toBeNull();
    expect(await platform.openInvitationLink(service.db, fresh)).toMatchObject({ address: invited.email });
    const mails = await service.db.outboxMail.count();
    const answer = platform.requestFreshLink(service.db, {
      email: "never-invited@example.org",
      networkAddress: "198.51.100.1",
    });
    await expect(answer).resolves.toBeUndefined();
    expect(await service.db.outboxMail.count()).toBe(mails);
  });

  test("asking too often from one place is slowed down, for invited and other addresses alike", async () => {
    const invited = await invite();
    for (const email of [invited.email, "nobody-here@example.org"]) {
      const asks = Array.from({ length: 8 }, () =>
        codeOf(platform.requestFreshLink(service.db, { email, networkAddress: "198.51.100.2" })),
      );
      const codes = await Promise.all(asks);
      expect(codes.filter((code) => code === "none").length).toBeLessThanOrEqual(5);
      expect(codes).toContain("RATE_LIMITED");
    }
  });
});

describe("an account", () => {
  test("is bound to the address of the link, and the invitation still waits", async () => {
    const invited = await invite();
    const { user, sessionId } = await signUp(invited.token);
    expect(user).toMatchObject({ email: invited.email, firstname: "Marieke", lastname: "de Jong" });
    expect(await platform.findSessionUser(service.db, sessionId)).toEqual(user);
    const [waiting] = await platform.listInvitations(service.db, user);
    expect(waiting).toMatchObject({
      id: invited.invitationId,
      state: "P",
      cloudName: "Kanaalzone",
      role: 100,
    });
    expect(await codeOf(platform.getCloudForMember(service.db, user, invited.cloudId))).toBe("NOT_FOUND");
    expect(await platform.openInvitationLink(service.db, invited.token)).toMatchObject({ hasAccount: true });
    expect(await codeOf(signUp(invited.token))).toBe("CONFLICT");
  });

  test("two sign-ups at once make one account", async () => {
    const { token, email } = await invite();
    const codes = await Promise.all([codeOf(signUp(token)), codeOf(signUp(token)), codeOf(signUp(token))]);
    expect(codes.toSorted()).toEqual(["CONFLICT", "CONFLICT", "none"]);
    expect(await service.db.serviceUser.count({ where: { email } })).toBe(1);
  });

  test.each([
    ["too short", "7 chars"],
    ["too long", "p".repeat(64) + "q".repeat(64) + "rs"],
    ["one character over and over", "aaaaaaaaaaaa"],
    ["among the first tried", "Password123!"],
    ["digits only", "1234567890"],
    ["empty", ""],
  ])("a password that is %s is refused with a sentence", async (_what, password) => {
    const { token } = await invite();
    const input = { token, firstname: "A", lastname: "B", password };
    const error = await platform.signUp(service.db, input).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "VALIDATION",
      details: { fieldErrors: { password: [expect.any(String)] } },
    });
  });

  test("names are needed and bounded; without a valid link there is no account", async () => {
    const { token } = await invite();
    const input = { token, firstname: " ", lastname: "x".repeat(151), password: PASSWORD };
    await expect(platform.signUp(service.db, input)).rejects.toMatchObject({
      details: { fieldErrors: { firstname: ["Type your name."], lastname: [expect.any(String)] } },
    });
    expect(await codeOf(signUp("A".repeat(43)))).toBe("NOT_FOUND");
  });

  test("signs in with its password, whatever the case of the address, and gets a new session", async () => {
    const { token, email } = await invite();
    const up = await signUp(token);
    const networkAddress = "203.0.113.1";
    const back = await platform.signIn(service.db, {
      email: email.toUpperCase(),
      password: PASSWORD,
      networkAddress,
    });
    if (back.outcome !== "signed-in") throw new Error(back.outcome);
    expect(back.user).toEqual(up.user);
    expect(back.sessionId).not.toBe(up.sessionId);
    const stored = JSON.stringify(await service.db.serviceUserSession.findMany());
    expect(stored).not.toContain(back.sessionId);
  });

  test("an unknown address and a wrong password are told the same", async () => {
    const { token, email } = await invite();
    await signUp(token);
    const networkAddress = "203.0.113.2";
    const tryWith = (address: string): Promise<unknown> =>
      platform
        .signIn(service.db, { email: address, password: "wrong password", networkAddress })
        .catch((thrown: unknown) => (thrown instanceof AppError ? [thrown.code, thrown.message] : thrown));
    const known = await tryWith(email);
    expect(known).toEqual([expect.stringMatching("UNAUTHENTICATED"), expect.any(String)]);
    expect(await tryWith("unknown@example.org")).toEqual(known);
    expect(await tryWith("no address at all")).toEqual(known);
  });

  test("guessing is slowed down from that place only, also when it comes all at once", async () => {
    const { token, email } = await invite();
    await signUp(token);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () =>
        codeOf(platform.signIn(service.db, { email, password: "a guess", networkAddress: "203.0.113.3" })),
      ),
    );
    expect(guesses.filter((code) => code === "UNAUTHENTICATED").length).toBeLessThanOrEqual(8);
    const right = { email, password: PASSWORD };
    expect(await codeOf(platform.signIn(service.db, { ...right, networkAddress: "203.0.113.3" }))).toBe(
      "RATE_LIMITED",
    );
    const browserCookie = rememberBrowser("", "platform", email);
    expect(
      await codeOf(platform.signIn(service.db, { ...right, networkAddress: "203.0.113.3", browserCookie })),
    ).toBe("none");
    expect(await codeOf(platform.signIn(service.db, { ...right, networkAddress: "203.0.113.4" }))).toBe(
      "none",
    );
  });

  test("a session ends after 30 idle minutes, after 12 hours, and when signed out", async () => {
    const ended = await signUp((await invite()).token);
    await platform.endSession(service.db, ended.sessionId);
    expect(await platform.findSessionUser(service.db, ended.sessionId)).toBeNull();
    expect(await platform.findSessionUser(service.db, "")).toBeNull();

    const { sessionId } = await signUp((await invite()).token);
    const second = await invite();
    const find = (): Promise<unknown> => platform.findSessionUser(service.db, sessionId);
    const clock = stopClock();
    clock.ms += 29 * 60_000;
    expect(await find()).not.toBeNull();
    clock.ms += 29 * 60_000;
    expect(await find()).not.toBeNull();
    clock.ms += 31 * 60_000;
    expect(await find()).toBeNull();
    const next = await signUp(second.token);
    const begun = clock.ms;
    while (clock.ms < begun + 12 * 60 * 60_000 - 20 * 60_000) {
      clock.ms += 20 * 60_000;
      expect(await platform.findSessionUser(service.db, next.sessionId)).not.toBeNull();
    }
    clock.ms += 21 * 60_000;
    expect(await platform.findSessionUser(service.db, next.sessionId)).toBeNull();
  });
});

describe("answering", () => {
  test("accepting makes a member: gone from the pending list, present among the users, the cloud is seen", async () => {
    const invited = await invite(undefined, undefined, 50);
    const path = `/cloud/${String(invited.cloudId)}`;
    const project = projectSchema.parse((await call("POST", `${path}/project`, { name: "Blok A" })).body);
    await service.db.serviceModel.create({
      data: { projectId: project.id, name: "ARC.ifc", status: "C", version: "IFC4" },
    });
    const { user } = await signUp(invited.token);
    const done = await platform.acceptInvitation(service.db, user, invited.invitationId);
    expect(done).toEqual({ cloudId: invited.cloudId });
    expect((await call("GET", `${path}/invitation`)).body).toEqual([]);
    const users = userSchema.array().parse((await call("GET", `${path}/user`)).body);
    expect(users).toMatchObject([{ email: invited.email, cloud_role: 50 }]);
    const cloud = await platform.getCloudForMember(service.db, user, invited.cloudId);
    expect(cloud).toMatchObject({
      id: invited.cloudId,
      name: "Kanaalzone",
      role: 50,
      memberCount: 1,
      members: [{ name: "Marieke de Jong" }],
      projectCount: 1,
      modelCount: 1,
    });
    expect(await platform.listCloudsForMember(service.db, user)).toMatchObject([
      { id: invited.cloudId, role: 50 },
    ]);
  });

  test("declining is seen by the sender as gone, and may be taken back later", async () => {
    const invited = await invite();
    const { user } = await signUp(invited.token);
    await platform.declineInvitation(service.db, user, invited.invitationId);
    await platform.declineInvitation(service.db, user, invited.invitationId);
    const path = `/cloud/${String(invited.cloudId)}`;
    expect((await call("GET", `${path}/invitation`)).body).toEqual([]);
    expect((await call("GET", `${path}/user`)).body).toEqual([]);
    expect(await platform.listInvitations(service.db, user)).toMatchObject([{ state: "D" }]);
    await platform.acceptInvitation(service.db, user, invited.invitationId);
    expect((await call("GET", `${path}/user`)).body).toHaveLength(1);
    expect(await codeOf(platform.declineInvitation(service.db, user, invited.invitationId))).toBe(
      "NOT_FOUND",
    );
  });

  test("an invitation to another address can be neither seen nor answered", async () => {
    const mine = await invite();
    const theirs = await invite();
    const { user } = await signUp(mine.token);
    const list = await platform.listInvitations(service.db, user);
    expect(list.map((invitation) => invitation.id)).toEqual([mine.invitationId]);
    for (const answer of [platform.acceptInvitation, platform.declineInvitation]) {
      expect(await codeOf(answer(service.db, user, theirs.invitationId))).toBe("NOT_FOUND");
    }
    expect(await codeOf(platform.getCloudForMember(service.db, user, theirs.cloudId))).toBe("NOT_FOUND");
    const row = await service.db.serviceInvitation.findUnique({ where: { id: theirs.invitationId } });
    expect(row?.state).toBe("P");
  });

  test("a withdrawn one cannot be accepted; who was taken out is not brought back by repeating", async () => {
    const withdrawn = await invite();
    const { user } = await signUp(withdrawn.token);
    const path = `/cloud/${String(withdrawn.cloudId)}`;
    await call("DELETE", `${path}/invitation/${String(withdrawn.invitationId)}`);
    expect(await codeOf(platform.acceptInvitation(service.db, user, withdrawn.invitationId))).toBe(
      "NOT_FOUND",
    );

    const again = await invite(withdrawn.email, withdrawn.cloudId);
    await platform.acceptInvitation(service.db, user, again.invitationId);
    await call("DELETE", `${path}/user/${String(user.id)}`);
    expect(await codeOf(platform.acceptInvitation(service.db, user, again.invitationId))).toBe("NOT_FOUND");
    expect((await call("GET", `${path}/user`)).body).toEqual([]);
    const third = await invite(withdrawn.email, withdrawn.cloudId);
    expect(third.invitationId).toBe(again.invitationId);
    await platform.acceptInvitation(service.db, user, third.invitationId);
    expect((await call("GET", `${path}/user`)).body).toHaveLength(1);
  });
});
