/** The role matrix, from the source: no page, route or action without a gate that was decided for it. */
import { expect, it } from "vitest";
import { isAllowed, type Permission } from "#lib/auth/actor.ts";
import { readDeclaredAccess } from "#tests/support/declared-access.ts";
import { BEHIND, ROLES_OF } from "./access-matrix.ts";

const ROLES = ["VIEWER", "OPERATOR", "ADMINISTRATOR"] as const;

it("asks at every page, route and action for what was decided; none is left out", async () => {
  const decided = Object.fromEntries(
    Object.entries(BEHIND).flatMap(([gate, places]) => places.map((place) => [place, gate])),
  );
  expect(await readDeclaredAccess()).toEqual(decided);
});

it("gives each permission to the roles that were decided, and to nobody else", () => {
  for (const [permission, roles] of Object.entries(ROLES_OF)) {
    const allowed = ROLES.filter((role) => isAllowed({ role }, permission as Permission));
    expect([permission, allowed]).toEqual([permission, roles]);
  }
  const used = Object.keys(BEHIND).filter((gate) => gate.includes(":"));
  expect(used.filter((permission) => ROLES_OF[permission] === undefined)).toEqual([]);
});

it("leaves nothing of the staff's portal or its API open but what has to be", () => {
  const open = BEHIND["none"] ?? [];
  expect(open.filter((place) => place.startsWith("app/(portal)/"))).toEqual([]);
  expect(open.filter((place) => place.startsWith("app/api/"))).toEqual([
    "app/api/auth/[...nextauth]/route.ts#GET+POST",
    "app/api/health/route.ts#GET",
    // Answers to the holder of PORTICO_METRICS_TOKEN only.
    "app/api/metrics/route.ts#GET",
  ]);
});
