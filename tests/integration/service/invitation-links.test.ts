/**
 * Tokens that are no invitation link: made up, changed, cut, for other purposes, expired, replaced, withdrawn, used. Hits: 0; valid
 * links remain valid, and no try changes a row.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { newSecret } from "#lib/core/ids.ts";
import { anyUnicode } from "#tests/support/any-text.ts";
import { dumpDatabase } from "#tests/support/database-dump.ts";
import { useMovedClock } from "#tests/support/moved-clock.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { fetchToken, wire } from "#tests/support/wire.ts";
import { inviteByMail } from "./people.ts";

const BATCHES = repeatsOf(200);
const BATCH = 100;
const DAY_MS = 24 * 60 * 60_000;

const moveClock = useMovedClock();
const service = await useServiceServer();
const application = await service.register("inviter");
const accessToken = await fetchToken(service.baseUrl, application);
const call = wire(service.baseUrl, accessToken);

const invite = (email?: string, cloudId?: number) => inviteByMail(service, call, email, cloudId);

/** Tokens that once were valid, each ended in a different way, and secrets for other purposes. */
async function deadTokens(): Promise<string[]> {
  const { signUp } = await import("#lib/service/server/platform/accounts.ts");
  const { acceptInvitation, declineInvitation } = await import("#lib/service/server/platform/invitations.ts");
  moveClock(-7 * DAY_MS - 1_000);
  const expired = await invite();
  moveClock(0);
  const replaced = await invite();
  await invite(replaced.email, replaced.cloudId);
  const withdrawn = await invite();
  await call("DELETE", `/cloud/${withdrawn.cloudId}/invitation/${withdrawn.invitationId}`);
  const person = { firstname: "Ada", lastname: "Kade", password: "a long walk by the water" };
  const used = await invite();
  const { user, sessionId } = await signUp(service.db, { ...person, token: used.token });
  await acceptInvitation(service.db, user, used.invitationId);
  const declined = await invite();
  const decliner = await signUp(service.db, { ...person, token: declined.token });
  await declineInvitation(service.db, decliner.user, declined.invitationId);
  const ended = [expired, replaced, withdrawn, used, declined].map(({ token }) => token);
  return [...ended, sessionId, accessToken, application.secret, newSecret()];
}

const ALPHABET = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
const madeUp = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 43, maxLength: 43 })
  .map((characters) => characters.join(""));

test("tokens that are no valid link open nothing and make no account", async () => {
  const { openInvitationLink } = await import("#lib/service/server/platform/links.ts");
  const { signUp } = await import("#lib/service/server/platform/accounts.ts");
  const { hashLinkToken } = await import("#lib/service/server/invitations/link.ts");
  const dead = await deadTokens();
  const good = [await invite(), await invite()];
  const valid = new Set(good.map(({ token }) => token));
  const near = fc
    .tuple(fc.constantFrom(...valid), fc.nat({ max: 42 }), fc.constantFrom(...ALPHABET), fc.nat({ max: 8 }))
    .map(([token, at, character, way]) => {
      const changed = `${token.slice(0, at)}${character}${token.slice(at + 1)}`;
      const swapped = token.replaceAll(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      const ways = [
        ...[changed, token.slice(0, at), token.slice(at + 1), `${token}${character}`, ` ${token}`],
        ...[swapped, Array.from(token).toReversed().join(""), `${token}\0`, hashLinkToken(token)],
      ];
      return ways[way] ?? changed;
    });
  const tokens = fc.oneof(
    { weight: 5, arbitrary: madeUp },
    { weight: 4, arbitrary: near },
    { weight: 1, arbitrary: fc.constantFrom(...dead) },
    { weight: 1, arbitrary: anyUnicode({ maxLength: 100 }) },
  );
  const before = await dumpDatabase(service.db);
  let tried = 0;
  let hits = 0;
  const property = fc.asyncProperty(
    fc.array(
      tokens.filter((token) => !valid.has(token)),
      { minLength: BATCH, maxLength: BATCH, size: "max" },
    ),
    async (batch) => {
      const opened = await Promise.all(batch.map((token) => openInvitationLink(service.db, token)));
      tried += opened.length;
      hits += opened.filter((link) => link !== null).length;
      expect(hits).toBe(0);
    },
  );
  await fc.assert(property, { numRuns: BATCHES, endOnFailure: true });
  expect({ tried, hits }).toEqual({ tried: BATCHES * BATCH, hits: 0 });

  for (const token of [...dead, newSecret(), ""]) {
    expect(await openInvitationLink(service.db, token)).toBeNull();
    const input = { token, firstname: "Eve", lastname: "Indringer", password: "a long walk by the water" };
    await expect(signUp(service.db, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await dumpDatabase(service.db)).toEqual(before);
  for (const { token, email, cloudId } of good) {
    expect(await openInvitationLink(service.db, token)).toMatchObject({ address: email, cloudId });
  }
});
