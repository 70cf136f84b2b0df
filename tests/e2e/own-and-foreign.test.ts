/**
 * Things of one person, requested by others: every page and route that names a thing, without a session, by each role and by the owner, in
 * the way of a browser, of Next's router, by HEAD, and for a range. tests/architecture/access-owners.ts says whose a thing is and what
 * others get. Private things answer exactly as things that do not exist.
 */
import { newSecret, sha256Hex } from "#lib/core/ids.ts";
import { db, expect, product, test } from "#tests/support/browser.ts";
import { ask as askAt, outcomeOf, wordsOf, type Answer } from "#tests/support/access-answers.ts";
import { addPerson, makeGround, removeGround, type Person } from "#tests/support/access-ground.ts";
import { absentGround, marksOf, type Ground, type GroundId } from "#tests/support/access-things.ts";
import { mention, watchChanges } from "#tests/support/change-watch.ts";
import {
  addressOf,
  EVERYBODY,
  may,
  readDeclaredAccess,
  ROLES,
  type Who,
} from "#tests/support/declared-access.ts";
import { callAction, readActionIds } from "#tests/support/server-actions.ts";
import { FORMS } from "../architecture/access-forms.ts";
import { NAMED, NAMED_IN_FORMS, type Rule } from "../architecture/access-owners.ts";

const declared = await readDeclaredAccess();
/** Parts of addresses, the longest first. */
const parts = Object.entries(NAMED).toSorted(([one], [other]) => other.length - one.length);
const doors = Object.entries(declared).filter(
  ([place, gate]) => gate.includes(":") && /\[\w+\]/.test(place) && /page\.tsx$|#GET$/.test(place),
);

let ground: Ground;
let owner: Person;
const others = new Map<Who, string>([["NOBODY", ""]]);

test.beforeAll(async () => {
  owner = await addPerson(db, product, "OPERATOR");
  ground = await makeGround(db, product, owner);
  for (const role of ROLES) others.set(role, (await addPerson(db, product, role)).cookie);
});

test.afterAll(async () => {
  await removeGround(db, product, ground);
});

/** The address of a place about these things, and the strictest rule of those that it names. */
function openAt(place: string, about: Ground): { path: string; rule: Rule } {
  let path = addressOf(place);
  let rule: Rule = "staff";
  for (const [part, [thing, ofThing]] of parts) {
    if (!path.includes(part)) continue;
    const model = `${about.project}-${about.model}.csv`;
    path = path.replace(part, part.replace("[model]", model).replace(/\[\w+\]/, about[thing]));
    if (ofThing !== "staff") rule = ofThing;
  }
  return {
    path: QUESTIONS.reduce((asked, [end, words]) => (path.endsWith(end) ? asked + words : asked), path),
    rule,
  };
}

/** What some routes require in addition to the thing. */
const QUESTIONS: readonly (readonly [end: string, words: string])[] = [
  ["/element", "?row=0"],
  ["/rows", "?offset=0&limit=10"],
  ["/facet", "?column=Name&limit=10"],
  ["/statistics", "?column=Name"],
];

const ask = (cookie: string, path: string, init?: RequestInit): Promise<Answer> =>
  askAt(product.origin, cookie, path, init);

/** How a browser, Next's router, and programs that only look or take a part send requests. */
const WAYS: Readonly<Record<string, RequestInit>> = {
  plain: {},
  router: { headers: { rsc: "1" } },
  head: { method: "HEAD" },
  range: { headers: { range: "bytes=0-9" } },
};

function expectedOf(who: Who, gate: string, rule: Rule): ReturnType<typeof outcomeOf> {
  if (who === "NOBODY") return "sign-in";
  if (!may(who, gate)) return "not-allowed";
  if (rule === "staff" || (rule === "administrators" && who === "ADMINISTRATOR")) return "in";
  return "absent";
}

test("to its owner, each is there", async () => {
  const wrong: string[] = [];
  for (const [place, gate] of doors.filter(([, each]) => may("OPERATOR", each))) {
    const { path, rule } = openAt(place, ground);
    const outcome = outcomeOf(await ask(owner.cookie, path));
    if (outcome !== (rule === "administrators" ? "absent" : "in")) wrong.push(`${place} ${gate}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

for (const who of EVERYBODY)
  test.describe(who, () => {
    const cookie = (): string => others.get(who) ?? "";

    test("gets of somebody else's what is decided, and what is private as if it were not there", async () => {
      const nothing = absentGround();
      const wrong: string[] = [];
      for (const [place, gate] of doors) {
        const [there, absent] = [openAt(place, ground), openAt(place, nothing)];
        const expected = expectedOf(who, gate, there.rule);
        for (const [way, init] of Object.entries(WAYS)) {
          if (way === "router" && !place.endsWith("page.tsx")) continue;
          if (way === "range" && place.endsWith("page.tsx")) continue;
          // Whoever is admitted gets what the owner gets; other tests cover the other ways of asking.
          if (expected === "in" && way !== "plain") continue;
          const foreign = await ask(cookie(), there.path, init);
          if (way !== "head" && outcomeOf(foreign) !== expected)
            wrong.push(
              `${place} ${way}: ${outcomeOf(foreign)} (${String(foreign.status)}) instead of ${expected}`,
            );
          if (expected === "in") continue;
          if (foreign.text.includes(ground.mark)) wrong.push(`${place} ${way}: names it`);
          const one = wordsOf(foreign, ground);
          const other = wordsOf(await ask(cookie(), absent.path, init), nothing);
          if (one !== other) wrong.push(`${place} ${way}: ${one} is not ${other}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  });

test.describe("a form about somebody else's", () => {
  /** Things that a form names, identified by the values it contains. */
  function thingsIn(place: string): GroundId[] {
    const taken: GroundId[] = [];
    const looking = new Proxy(ground, {
      get: (target, name) => {
        taken.push(name as GroundId);
        return target[name as GroundId];
      },
    });
    FORMS[place]?.(looking);
    return taken;
  }

  for (const role of ROLES)
    test(`${role}: what is private answers as if it were not there, and nothing is written`, async () => {
      const [built, watch, nothing] = [await readActionIds(), await watchChanges(db), absentGround()];
      const wrong: string[] = [];
      let asked = 0;
      try {
        for (const place of Object.keys(FORMS)) {
          const action = built.get(place);
          const hidden = thingsIn(place).filter((thing) => NAMED_IN_FORMS[thing] === "private");
          if (action === undefined || hidden.length === 0) continue;
          const absent = { ...ground, ...Object.fromEntries(hidden.map((thing) => [thing, nothing[thing]])) };
          const answers: string[] = [];
          for (const about of [ground, absent]) {
            const form = FORMS[place]?.(about);
            const { outcome, text } = await callAction(product.origin, others.get(role) ?? "", action, form);
            answers.push(wordsOf({ status: 0, text: `${outcome} ${text}` }, about));
          }
          asked += 1;
          if (answers[0] !== answers[1] || !/NOT_FOUND/.test(answers[0] ?? ""))
            wrong.push(`${place}: ${answers.map((answer) => answer.slice(0, 300)).join(" is not ")}`);
        }
        const written = mention(await watch.take(), marksOf(ground));
        expect(written).toEqual([]);
      } finally {
        await watch.end();
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(7);
    });

  test("viewers end their own exports and nobody else's", async () => {
    const built = await readActionIds();
    const place = "app/_features/exports/actions.ts#cancelExportAction";
    const outcomes: string[] = [];
    for (const role of ROLES) {
      const action = built.get(place) ?? { id: "", address: "" };
      const form = FORMS[place]?.(ground);
      outcomes.push((await callAction(product.origin, others.get(role) ?? "", action, form)).outcome);
    }
    // The operation is done already, and people with the permission are told so.
    expect(outcomes).toEqual(["FORBIDDEN", "CONFLICT", "CONFLICT"]);
  });
});

test("lists of one's own have nothing of anybody else's", async () => {
  const lists = ["/settings/tokens", "/settings/security", "/api/views", "/api/work"];
  for (const path of lists) {
    const own = await ask(owner.cookie, path);
    expect(own.text, path).toContain(ground.mark);
    for (const role of ROLES) {
      const { status, text } = await ask(others.get(role) ?? "", path);
      expect(status).toBe(200);
      expect(text.includes(ground.mark), `${path} ${role}`).toBe(false);
    }
  }
});

test("a form's key is good for the person whose form it was", async () => {
  const built = await readActionIds();
  const forms: Readonly<Record<string, string>> = {
    "app/(portal)/plans/actions.ts#preparePlanAction": `${ground.key}-l`,
    "app/(portal)/clouds/[cloudId]/projects/lists/actions.ts#prepareListAction": `${ground.key}-p`,
    "app/(portal)/clouds/[cloudId]/invitations/lists/actions.ts#prepareListAction": `${ground.key}-i`,
    "app/_features/exports/actions.ts#repeatExportAction": ground.exportRun,
    "app/_features/exports/bulk/actions.ts#startBulkAction": ground.bulkRun,
  };
  for (const [place, key] of Object.entries(forms)) {
    const fields = { ...FORMS[place]?.({ ...ground, view: "" }), key, classes: "IfcDoor" };
    if (!place.includes("startBulk")) Reflect.deleteProperty(fields, "classes");
    const action = built.get(place) ?? { id: "", address: "" };
    for (const role of ["OPERATOR", "ADMINISTRATOR"] as const) {
      const { outcome, text } = await callAction(product.origin, others.get(role) ?? "", action, fields);
      expect(`${place} ${outcome} ${text.includes("already used") ? "" : text}`).toBe(`${place} CONFLICT `);
    }
  }
});

test.describe("on the platform", () => {
  /** Invited people: one is a member of the Cloud and was invited to it, the other has never heard of it. */
  async function addInvited(isMember: boolean): Promise<string> {
    const [secret, email] = [
      newSecret(),
      isMember ? `${ground.mark}@campus-riem.example` : `${newSecret()}@x.example`,
    ];
    await db.serviceUser.create({
      data: {
        sub: crypto.randomUUID(),
        email: email.toLowerCase(),
        firstname: "Karla",
        lastname: "Huber",
        passwordHash: "-",
        sessions: { create: { idHash: sha256Hex(secret) } },
        ...(isMember && { memberships: { create: { cloudId: Number(ground.cloudNumber), role: 50 } } }),
      },
    });
    return `portico_platform=${secret}`;
  }

  test("a Cloud and an invitation of others answer as if they were not there", async () => {
    const [member, stranger] = [await addInvited(true), await addInvited(false)];
    const action = (await readActionIds()).get("app/platform/actions.ts#answerInvitationAction") ?? {
      id: "",
      address: "",
    };
    const nothing = absentGround();
    const path = (about: Ground): string => `/platform/cloud/${about.cloudNumber}`;
    expect((await ask(member, path(ground))).text).toContain(ground.mark);
    for (const init of Object.values(WAYS)) {
      const [one, two] = [await ask(stranger, path(ground), init), await ask(stranger, path(nothing), init)];
      expect(one.text).not.toContain(ground.mark);
      expect(wordsOf(one, ground)).toBe(wordsOf(two, nothing));
    }
    for (const answer of ["accept", "decline"]) {
      const [one, two] = await Promise.all(
        [ground, nothing].map(async (about) => {
          const form = { invitationId: about.platformInvitation, answer };
          const { outcome, text } = await callAction(product.origin, stranger, action, form);
          // The typed input is returned.
          const typed = text.replace(`"invitationId":"${form.invitationId}"`, '"invitationId":"ID"');
          return [outcome, wordsOf({ status: 0, text: typed }, about)];
        }),
      );
      expect(one?.[0]).toBe("NOT_FOUND");
      expect(one).toEqual(two);
    }
    const { state } = await db.serviceInvitation.findUniqueOrThrow({
      where: { id: Number(ground.platformInvitation) },
    });
    expect(state).toBe("P");
  });
});
