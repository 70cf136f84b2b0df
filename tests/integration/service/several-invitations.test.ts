/** One person with several invitations: to several Clouds, and by two applications to one Cloud, answered side by side. */
import { expect, test } from "vitest";
import { useServiceServer } from "#tests/support/use-service.ts";
import { until } from "#tests/support/until.ts";
import { signedWire, type Wire } from "#tests/support/wire.ts";
import { addUser, giveCloud, invite, makeCloud } from "./people.ts";

const service = await useServiceServer();

test("every one is listed, each is answered, and an answer holds for all to the same Cloud", async () => {
  const { acceptInvitation, listInvitations } = await import("#lib/service/server/platform/invitations.ts");
  const first = await signedWire(service.baseUrl, await service.register("first"));
  const second = await signedWire(service.baseUrl, await service.register("second"));
  const user = await addUser(service.db, "eva@example.org");
  const inviteThem = async (by: Wire, cloudId: number, role: number): Promise<number> =>
    (await invite(service, by, { cloudId, email: user.email, role })).id;
  const [north, south] = [await makeCloud(first, "North"), await makeCloud(first, "South")];
  await giveCloud(service.db, north, "second");
  const ids = [
    await inviteThem(first, north, 100),
    await inviteThem(second, north, 50),
    await inviteThem(first, south, 50),
  ];
  expect((await listInvitations(service.db, user)).map(({ state }) => state)).toEqual(["P", "P", "P"]);
  const answers = await Promise.all(
    [...ids, ...ids, ...ids].map((id) => acceptInvitation(service.db, user, id)),
  );
  expect(new Set(answers.map(({ cloudId }) => cloudId))).toEqual(new Set([north, south]));
  expect((await listInvitations(service.db, user)).map(({ state }) => state)).toEqual(["A", "A", "A"]);
  expect(await service.db.serviceMember.count({ where: { userId: user.id } })).toBe(2);
  for (const [by, cloudId] of [
    [first, north],
    [second, north],
    [first, south],
  ] as const) {
    expect((await by("GET", `/cloud/${String(cloudId)}/invitation`)).body).toEqual([]);
    expect((await by("GET", `/cloud/${String(cloudId)}/user`)).body).toHaveLength(1);
  }
});

test("inviting while the person is accepting waits for it, and says that they are a member", async () => {
  const call = await signedWire(service.baseUrl, await service.register("third"));
  const cloudId = await makeCloud(call, "West");
  const path = `/cloud/${String(cloudId)}`;
  const { id: userId, email } = await addUser(service.db, "noor@example.org");
  const body = { email, redirect_uri: `${service.origin}/platform${path}` };
  const first = await call("POST", `${path}/invitation`, body);
  expect(first.status).toBe(201);
  const mails = await service.db.outboxMail.count();
  const { again } = await service.db.$transaction(async (tx) => {
    // The first half of accepting, held open.
    await tx.$queryRaw`SELECT id FROM service_user WHERE id = ${userId} FOR NO KEY UPDATE`;
    const sending = call("POST", `${path}/invitation`, body);
    await until("the second invitation waits", async () => {
      const waiting = await service.db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await tx.serviceInvitation.updateMany({
      where: { cloudId },
      data: { state: "A", tokenHash: null, tokenExpires: null },
    });
    await tx.serviceMember.create({ data: { cloudId, userId, role: 100 } });
    return { again: sending };
  });
  const answer = await again;
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 400,
    body: { already_exists: "This user is already a member of this cloud." },
  });
  expect(await service.db.outboxMail.count()).toBe(mails);
  expect((await call("GET", `${path}/invitation`)).body).toEqual([]);
});
