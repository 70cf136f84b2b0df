/** The role matrix, from the source: every page, route and action has the gate that was decided for it. */
import { expect, it } from "vitest";
import { isAllowed, type Permission } from "#lib/auth/actor.ts";
import { readConfirmedActions, readDeclaredAccess, ROLES } from "#tests/support/declared-access.ts";
import { FORMS } from "./access-forms.ts";
import { BEHIND, CONFIRMED, ROLES_OF } from "./access-matrix.ts";
import { NAMED, OWNED } from "./access-owners.ts";
import { expectListed } from "./expect-listed.ts";
import { readSchema } from "./source-files.ts";

it("asks at every page, route and action for what was decided; none is left out", async () => {
  const decided = Object.fromEntries(
    Object.entries(BEHIND).flatMap(([gate, places]) => places.map((place) => [place, gate])),
  );
  const declared = await readDeclaredAccess();
  const places = [...new Set([...Object.keys(declared), ...Object.keys(decided)])];
  const wrong = places
    .filter((place) => declared[place] !== decided[place])
    .map((place) => `${place}: source ${declared[place] ?? "-"}, matrix ${decided[place] ?? "-"}`);
  expect(wrong, "decide in BEHIND of tests/architecture/access-matrix.ts").toEqual([]);
});

it("asks for a fresh proof where that was decided, and nowhere else", async () => {
  const where = "decide in CONFIRMED of tests/architecture/access-matrix.ts";
  expect((await readConfirmedActions()).toSorted(), where).toEqual(CONFIRMED.toSorted());
});

it("gives each permission to the roles that were decided, and to nobody else", () => {
  for (const [permission, roles] of Object.entries(ROLES_OF)) {
    const allowed = ROLES.filter((role) => isAllowed({ role }, permission as Permission));
    const where = "decide in ROLES_OF of tests/architecture/access-matrix.ts, as in lib/auth/actor.ts";
    expect([permission, allowed], where).toEqual([permission, roles]);
  }
  const used = Object.keys(BEHIND).filter((gate) => gate.includes(":"));
  const undecided = used.filter((permission) => ROLES_OF[permission] === undefined);
  const where = "decide in ROLES_OF of tests/architecture/access-matrix.ts who has it";
  expect(undecided, where).toEqual([]);
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

it("has a form to call every action with", async () => {
  const actions = Object.keys(await readDeclaredAccess()).filter((place) => /#[a-z]/.test(place));
  expectListed(actions, FORMS, "FORMS of tests/architecture/access-forms.ts, with its form");
});

it("says of every column that names a person what others get of its rows", async () => {
  const columns = (await readSchema()).split(/^(?=model )/m).flatMap((text) => {
    const model = /^model (\w+)/.exec(text)?.[1];
    if (model === undefined) return [];
    const named = text.matchAll(/^ {2}((?:staff|owner|actor|user|creator|person)Id|recipient|\w+ById)\s/gm);
    const related = text.matchAll(/^ {2}\w+\s+(?:Staff|ServiceUser)\??\s.*fields: \[(\w+)\]/gm);
    return [...named, ...related].map(([, column = ""]) => `${model}.${column}`);
  });
  expectListed(columns, OWNED, "OWNED of tests/architecture/access-owners.ts");
});

it("says of every parameter of an address whose the thing is that it names", () => {
  const places = Object.values(BEHIND).flat();
  const named = new Set(places.flatMap((place) => place.match(/\[\w+\]/g) ?? []));
  const known = Object.keys(NAMED).flatMap((part) => part.match(/\[\w+\]/g) ?? []);
  const where = "decide in NAMED of tests/architecture/access-owners.ts";
  const unknown = [...named].filter((parameter) => !known.includes(parameter));
  expect(unknown, where).toEqual([]);
  const gone = Object.keys(NAMED).filter((part) => !places.some((place) => place.includes(part)));
  expect(gone, where).toEqual([]);
});
