import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { makeToken, readAuthorization, requireTokenActor, TOKEN_PREFIX } from "#lib/auth/personal-token.ts";
import { newId } from "#lib/core/ids.ts";
import { redact } from "#lib/core/log/redact.ts";
import { getDb } from "#lib/db/client.ts";
import { createToken, revokeToken } from "#lib/features/tokens/commands.ts";
import { listTokens } from "#lib/features/tokens/queries.ts";
import { LIVE_TOKENS_MAX, type CreateToken } from "#lib/features/tokens/schema.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { randomNumbers } from "#tests/support/mutations.ts";
import { repeatsOf } from "#tests/support/repeats.ts";
import { useStoppedClock } from "#tests/support/stopped-clock.ts";
import { addPerson, useAccounts } from "../auth/accounts.ts";
import { findTokenActor } from "#tests/support/token-actor.ts";

const DAY_MS = 24 * 3_600_000;
const stopClock = useStoppedClock();
const INPUT: CreateToken = { name: "Door schedule", scope: "reading", days: 90 };

await useAccounts();

test("a token acts as its owner with the owner's role of this moment, and is kept as a hash only", async () => {
  const actor = await addPerson("VIEWER");
  const { token, tokenId } = await createToken(actor, INPUT);
  expect(token).toMatch(/^portico_pat_[\w-]{43}$/);
  expect(await findTokenActor(token)).toMatchObject({
    staffId: actor.staffId,
    role: "VIEWER",
    tokenId,
    scope: "READING",
    viewId: null,
  });
  await getDb().staff.update({ where: { id: actor.staffId }, data: { role: "OPERATOR" } });
  expect((await findTokenActor(token))?.role).toBe("OPERATOR");
  const kept = JSON.stringify([
    await getDb().personalToken.findMany(),
    await listTokens(actor),
    (await getDb().audit.findMany()).map((row) => ({ ...row, seq: String(row.seq) })),
  ]);
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(token.slice(TOKEN_PREFIX.length));
  expect(redact(`GET /x authorization: Bearer ${token} and ${token}`)).not.toContain(token.slice(-20));
});

test("a token is dead at once: revoked, expired, its owner disabled", async () => {
  const actor = await addPerson("VIEWER");
  const clock = stopClock();
  const made = await createToken(actor, INPUT);
  await revokeToken(actor, made.tokenId);
  await revokeToken(actor, made.tokenId);
  expect(await findTokenActor(made.token)).toBeNull();

  const other = await createToken(actor, INPUT);
  const short = await createToken(actor, { ...INPUT, days: 7 });
  clock.ms += 7 * DAY_MS - 1_000;
  expect(await findTokenActor(short.token)).not.toBeNull();
  clock.ms += 1_000;
  expect(await findTokenActor(short.token)).toBeNull();

  expect(await findTokenActor(other.token)).not.toBeNull();
  await getDb().staff.update({ where: { id: actor.staffId }, data: { disabledAt: new Date() } });
  expect(await findTokenActor(other.token)).toBeNull();
  expect((await listTokens(actor)).map(({ state }) => state).sort()).toEqual(["expired", "live", "revoked"]);
  const audited = await getDb().audit.findMany({
    where: { actorId: actor.staffId },
    orderBy: { seq: "asc" },
  });
  expect(audited.map(({ action }) => action)).toEqual([
    ...["token.create", "token.revoke", "token.create", "token.create"],
  ]);
});

test("tokens of others cannot be seen or revoked", async () => {
  const [owner, other] = [await addPerson("VIEWER"), await addPerson("ADMINISTRATOR")];
  const { token, tokenId } = await createToken(owner, INPUT);
  expect(await listTokens(other)).toEqual([]);
  expect(await codeOf(revokeToken(other, tokenId))).toBe("NOT_FOUND");
  expect(await codeOf(revokeToken(other, "not-an-id"))).toBe("NOT_FOUND");
  expect(await findTokenActor(token)).not.toBeNull();
});

test("what is asked for is checked: a year at most, a name, a view that one may use", async () => {
  const actor = await addPerson("VIEWER");
  for (const input of [
    { ...INPUT, days: 366 },
    { ...INPUT, days: 0 },
    { ...INPUT, days: -90 },
    { ...INPUT, name: "  " },
    { ...INPUT, name: "a\u0000b" },
    { ...INPUT, scope: "" },
  ] as CreateToken[]) {
    expect(await codeOf(createToken(actor, input))).toBe("VALIDATION");
  }
  expect(await codeOf(createToken(actor, { ...INPUT, scope: newId() }))).toBe("NOT_FOUND");
  const { token } = await createToken(actor, { ...INPUT, scope: "doors" });
  expect(await findTokenActor(token)).toMatchObject({ scope: "VIEW", viewId: "doors" });
});

test("no more live tokens than the limit, however many are asked for at once", async () => {
  const actor = await addPerson("VIEWER");
  const row = { staffId: actor.staffId, name: "old", hint: "abcd", scope: "READING" as const };
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + DAY_MS)];
  await getDb().personalToken.createMany({
    data: Array.from({ length: LIVE_TOKENS_MAX - 2 }, () => ({
      ...row,
      id: newId(),
      tokenHash: makeToken().tokenHash,
      createdAt,
      expiresAt,
    })),
  });
  const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(createToken(actor, INPUT))));
  expect(codes.filter((code) => code === "none")).toHaveLength(2);
  expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(3);
});

test("when it was used is kept to the hour", async () => {
  const actor = await addPerson("VIEWER");
  const clock = stopClock();
  const start = clock.ms;
  const { token } = await createToken(actor, INPUT);
  const usedAt = async (ms: number): Promise<number> => {
    clock.ms = start + ms;
    await findTokenActor(token);
    return new Date((await listTokens(actor))[0]?.lastUsedAt ?? 0).getTime() - start;
  };
  expect(await usedAt(0)).toBe(0);
  expect(await usedAt(3_599_999)).toBe(0);
  expect(await usedAt(3_600_000)).toBe(3_600_000);
});

test("the header: Bearer, or Basic with any name; everything else is no token", () => {
  const { token } = makeToken();
  const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;
  for (const header of [`Bearer ${token}`, `bearer  ${token}`, basic(`:${token}`), basic(`excel:${token}`)])
    expect(readAuthorization(header)).toBe(token);
  for (const header of [null, "", "  "]) expect(readAuthorization(header)).toBeNull();
  for (const header of [
    ...[token, `Bearer ${token}x`, `Bearer ${token} ${token}`, `Token ${token}`, "Bearer", "Basic"],
    ...[
      basic(token),
      basic(`${token}:`),
      basic(`a:b:${token}`),
      "Basic !!!",
      `Bearer ${token.toUpperCase()}`,
    ],
    basic(`${"x".repeat(5_000)}:${token}`),
  ])
    expect(readAuthorization(header)).toBe("");
});

test("forged tokens: none is accepted, the real one still is", async () => {
  const actor = await addPerson("VIEWER");
  const { token } = await createToken(actor, INPUT);
  const { token: revoked, tokenId } = await createToken(actor, INPUT);
  await revokeToken(actor, tokenId);
  const hash = (await getDb().personalToken.findFirstOrThrow({ where: { staffId: actor.staffId } }))
    .tokenHash;
  const random = randomNumbers(26);
  const forged = Array.from({ length: repeatsOf(20_000) }, (_, n) =>
    forge(n, { token, revoked, hash }, random),
  );
  let accepted = 0;
  for (let from = 0; from < forged.length; from += 8) {
    const found = await Promise.all(
      forged.slice(from, from + 8).map((candidate) => findTokenActor(candidate)),
    );
    accepted += found.filter((identity) => identity !== null).length;
  }
  expect(forged).not.toContain(token);
  expect(accepted).toBe(0);
  expect(await findTokenActor(token)).not.toBeNull();
});

/** Close to the real one, of the same form, or of no form. */
function forge(
  n: number,
  real: { token: string; revoked: string; hash: string },
  random: () => number,
): string {
  const at = Math.floor(random() * real.token.length);
  const swap = (text: string): string => {
    const with_ = text[at] === "A" ? "B" : "A";
    return text.slice(0, at) + with_ + text.slice(at + 1);
  };
  switch (n % 8) {
    case 0:
      return makeToken().token;
    case 1:
      return swap(real.token);
    case 2:
      return real.token.slice(0, at);
    case 3:
      return `${real.token}${["\n", " ", "\0", "=", "%00", "'"][n % 6] ?? ""}`;
    case 4:
      return n % 16 === 4 ? real.revoked : real.hash;
    case 5:
      return TOKEN_PREFIX + randomBytes(32).toString(n % 2 === 0 ? "hex" : "base64url");
    case 6:
      return real.token.replace(
        TOKEN_PREFIX,
        ["portico_pat", "PORTICO_PAT_", "", "' OR 1=1 --"][n % 4] ?? "",
      );
    default:
      return real.token.slice(0, at) + real.token.slice(at).split("").reverse().join("") + "x";
  }
}

test("many wrong tokens from one place are slowed down; a good one from there still gets in", async () => {
  const actor = await addPerson("VIEWER");
  const { token } = await createToken(actor, INPUT);
  const place = "198.51.100.26";
  const codes = new Map<string, number>();
  for (let n = 0; n < 130; n++) {
    const code = await codeOf(requireTokenActor(getDb(), `Bearer ${makeToken().token}`, place));
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect([...codes]).toEqual([
    ["UNAUTHENTICATED", 120],
    ["RATE_LIMITED", 10],
  ]);
  expect((await requireTokenActor(getDb(), `Bearer ${token}`, place)).staffId).toBe(actor.staffId);
  expect(await codeOf(requireTokenActor(getDb(), null, place))).toBe("UNAUTHENTICATED");
});
