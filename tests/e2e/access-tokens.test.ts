/**
 * Personal tokens at every route and page: valid for the addresses of programs and nowhere else, with the owner's current role, and never
 * once the token is revoked or expired, or the owner's account disabled. An invalid token gets the same answer as one that never existed.
 */
import { makeToken } from "#lib/auth/personal-token.ts";
import { newId } from "#lib/core/ids.ts";
import type { StaffRole } from "#lib/db/client.ts";
import { db, expect, product, test } from "#tests/support/browser.ts";
import { makeGround, removeGround } from "#tests/support/access-ground.ts";
import type { Ground } from "#tests/support/access-things.ts";
import { readDeclaredAccess, ROLES } from "#tests/support/declared-access.ts";
import { filled } from "#tests/support/server-actions.ts";

const STATES = ["live", "revoked", "expired", "of a disabled owner", "never made"] as const;
const DAY_MS = 86_400_000;

const declared = Object.entries(await readDeclaredAccess());
type Holder = { role: StaffRole; state: (typeof STATES)[number]; token: string; staffId: string };

let holders: Holder[];
let ground: Ground;
const added: string[] = [];

test.beforeAll(async () => {
  holders = await Promise.all(ROLES.flatMap((role) => STATES.map((state) => addHolder(role, state))));
  ground = await makeGround(db, product, await addHolder("OPERATOR", "live"));
  // Programs ask about a model that the owner sees and a view that everybody has.
  await db.view.update({ where: { id: ground.view }, data: { isShared: true } });
});

test.afterAll(async () => {
  await removeGround(db, product, ground);
  await db.staff.deleteMany({ where: { id: { in: added } } });
});

async function addHolder(role: StaffRole, state: Holder["state"]): Promise<Holder> {
  const [staffId, { token, tokenHash, hint }] = [newId(), makeToken()];
  const at = Date.now();
  added.push(staffId);
  await db.staff.create({
    data: {
      id: staffId,
      email: `${staffId}@portico.example`,
      name: state,
      role,
      disabledAt: state === "of a disabled owner" ? new Date(at) : null,
    },
  });
  if (state === "never made") return { role, state, token, staffId };
  await db.personalToken.create({
    data: {
      id: newId(),
      staffId,
      name: state,
      tokenHash,
      hint,
      scope: "READING",
      createdAt: new Date(at - DAY_MS),
      expiresAt: new Date(state === "expired" ? at - 1 : at + DAY_MS),
      revokedAt: state === "revoked" ? new Date(at) : null,
    },
  });
  return { role, state, token, staffId };
}

async function ask(path: string, token: string, method = "GET"): Promise<{ status: number; text: string }> {
  const answer = await fetch(product.origin + path, {
    method,
    redirect: "manual",
    headers: { authorization: `Bearer ${token}`, "x-portico": "1" },
  });
  const text = (await answer.text()).replace(/"requestId":"[^"]*"/, "");
  return { status: answer.status, text: `${answer.headers.get("location") ?? ""} ${text}` };
}

const livePath = (about: Pick<Ground, "view" | "project" | "model">): string =>
  `/api/exports/live/${about.view}/${about.project}-${about.model}.csv`;

test("opens the addresses of programs while it is good, and is worth nothing there when it is not", async () => {
  const [dead, alive] = [new Set<string>(), new Set<number>()];
  for (const { state, token } of holders) {
    const { status, text } = await ask(livePath(ground), token);
    if (state === "live") alive.add(status);
    else dead.add(`${String(status)} ${text}`);
    const head = await ask(livePath(ground), token, "HEAD");
    expect([state, head.text.trim(), head.status === 401]).toEqual([state, "", state !== "live"]);
  }
  // The same answer whatever is wrong with a token, so that nobody learns which tokens were created.
  expect([...dead].map((answer) => answer.slice(0, 3))).toEqual(["401"]);
  expect([...alive].filter((status) => status === 401 || status === 403)).toEqual([]);
});

test("a token for one view opens no other, and nobody's token a private view of somebody else's", async () => {
  const hidden = newId();
  const { content } = await db.view.findUniqueOrThrow({ where: { id: ground.view } });
  const [createdAt, updatedAt] = [new Date(), new Date()];
  await db.view.create({
    data: { id: hidden, ownerId: ground.owner, name: hidden, createdAt, updatedAt, content: content ?? {} },
  });
  for (const role of ROLES) {
    const { token, staffId } = await addHolder(role, "live");
    const [foreign, absent] = [hidden, newId()].map((view) => livePath({ ...ground, view }));
    const one = await ask(foreign ?? "", token);
    expect(one.status).toBe(404);
    expect(one).toEqual(await ask(absent ?? "", token));
    await db.personalToken.updateMany({ where: { staffId }, data: { scope: "VIEW", viewId: hidden } });
    expect((await ask(livePath(ground), token)).status).toBe(403);
    expect((await ask(foreign ?? "", token)).status).toBe(404);
  }
});

test("opens nothing else: no page, no route of the portal, nothing of the service", async () => {
  const live = holders.filter(({ state }) => state === "live");
  const wrong: string[] = [];
  for (const [place, gate] of declared.filter(([, each]) => each.includes(":") || each === "platform")) {
    if (!/page\.tsx$|#[A-Z]+$/.test(place)) continue;
    const [path = "", method] = place.split("#");
    // Pages ignore this header, whoever sends it; testing one role is enough.
    for (const { role, token } of place.endsWith("page.tsx") ? live.slice(-1) : live) {
      const { status, text } = await ask(filled(path), token, method);
      const isRefused = method === undefined ? /\/sign-in\b/.test(text) : status === 401;
      if (!isRefused) wrong.push(`${role} ${place} (${gate}): ${String(status)}`);
    }
  }
  for (const path of ["/service/cloud", "/service/webhook", "/api/metrics"]) {
    const { status } = await ask(path, live[0]?.token ?? "");
    if (![401, 404].includes(status)) wrong.push(`${path}: ${String(status)}`);
  }
  expect(wrong).toEqual([]);
});
