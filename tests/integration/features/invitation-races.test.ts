/** Two members of staff who invite one person at nearly the same moment: whose rows wait for whose. */
import { Client } from "pg";
import { expect, test } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { until } from "#tests/support/until.ts";
import { formKey, usePortal } from "./portal.ts";

const INVITE = /\/invitation$/;

const portal = await usePortal();
const sanne = await portal.actor();
const pieter = await portal.actor("OPERATOR", "Pieter de Groot");
const { cloudId } = await portal.makeCloud(sanne, "Kanaalzone Noord");

const invite = (by: Actor, email: string): ReturnType<typeof invitePerson> =>
  invitePerson(by, { key: formKey(), cloudId, email, reason: "" });

const answered = (): number => portal.proxy.countCarriedOut("POST", INVITE);

test("whoever invites a person while another's invitation is being settled does not stop that settlement", async () => {
  const sql = new Client({ connectionString: portal.service.databaseUrl });
  await sql.connect();
  const waiting = (count: number): Promise<true> =>
    until(`${String(count)} wait for the table`, async () => {
      const { rows } = await sql.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = 'operation'::regclass`,
      );
      return rows[0]?.count === count;
    });
  // Which of the two goes on first is PostgreSQL's choice.
  for (let round = 1; round <= 10; round += 1) {
    const email = `settled.${String(round)}@example.org`;
    const answer = Promise.withResolvers<undefined>();
    portal.proxy.inject("POST", INVITE, { kind: "hold", until: answer.promise });
    const first = invite(sanne, email);
    await until("the service has answered the first", () => answered() === round);
    await sql.query("BEGIN; LOCK TABLE operation IN SHARE MODE");
    answer.resolve(undefined);
    await waiting(1);
    const second = invite(pieter, email).catch((thrown: unknown) => thrown);
    await waiting(2);
    await sql.query("COMMIT");
    expect((await first).operation).toMatchObject({ state: "DONE" });
    expect(await second).toMatchObject({ code: "CONFLICT" });
  }
  await sql.end();
});
