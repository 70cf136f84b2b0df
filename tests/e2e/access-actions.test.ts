/**
 * Every server action of the build, called over HTTP without a session and by each role: with the form that its page would send about
 * existing things, with an empty form, about things that do not exist, and with fields that no form has. The database shows what is
 * written.
 */
import type { PrismaClient } from "#lib/db/client.ts";
import { db, expect, product, test } from "#tests/support/browser.ts";
import { addPerson, makeGround, removeGround, type Person } from "#tests/support/access-ground.ts";
import { absentGround, marksOf, type Ground } from "#tests/support/access-things.ts";
import {
  columnsOf,
  mention,
  watchChanges,
  type Change,
  type ChangeWatch,
} from "#tests/support/change-watch.ts";
import { EVERYBODY, may, readDeclaredAccess, ROLES, type Who } from "#tests/support/declared-access.ts";
import { callAction, readActionIds, type ActionAnswer, type Fields } from "#tests/support/server-actions.ts";
import { openService } from "#tests/support/service-caller.ts";
import { FORMS } from "../architecture/access-forms.ts";
import { CONFIRMED } from "../architecture/access-matrix.ts";
import { SURPLUS, SURPLUS_MARKS } from "../architecture/access-surplus.ts";

/** Actions that change something even though their form is empty: each acts on the person's own account. */
const WITHOUT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "app/(portal)/settings/security/actions.ts#beginSecondFactorAction": ["staff"],
  "app/(portal)/settings/security/actions.ts#endOtherSessionsAction": ["audit", "staff_session"],
};
/** Limited to once in three minutes even for people with the permission: tests/e2e/applications.test.ts covers this action. */
const ONCE = "app/(portal)/applications/actions.ts#rotateKeysAction";
/** These call a service, whose answers write further rows: tests/architecture/protection.test.ts shows what they take from a form. */
const CALLING =
  /webhooks\/|projects\/actions\.ts#(?!archive)|clouds\/actions\.ts#(?!archive)|readAgain|exports\/|(?:invitations|people)\/actions|people\/removals\/|operations\/|start\/actions|makeAddress|dismissals\/|models\/changes\//;
/** Refused even when filled in, for lack of something else: an authenticator's code, an identity provider, an emailed link. */
const NEEDS_MORE =
  /confirmSecondFactor|renewCodes|connectProvider|createFirst|joinAction|newPasswordAction|app\/platform/;

/** Reports the result for each of many items; for items that do not exist it reports that nothing was done. */
const REPORTING = "app/(portal)/operations/actions.ts#settleManyAction";

const declared = await readDeclaredAccess();

/** The actions of the build by their place in the source. Read when the product is there: starting it may build anew. */
let built: Awaited<ReturnType<typeof readActionIds>>;
let places: string[];
let watch: ChangeWatch;
let retention: Awaited<ReturnType<PrismaClient["auditRetention"]["findFirst"]>>;
let ground: Ground;
const grounds: Ground[] = [];
const people = new Map<Who, Person>();

test.beforeAll(async () => {
  built = await readActionIds();
  places = Object.keys(FORMS).filter((place) => built.has(place));
  ground = await standOn(await addPerson(db, product, "OPERATOR"));
  for (const role of ROLES) people.set(role, await addPerson(db, product, role));
  retention = await db.auditRetention.findFirst();
  // The service creates its first signing key when anybody asks for the first token.
  await openService(product);
  watch = await watchChanges(db);
});

test.afterAll(async () => {
  await watch.end();
  for (const made of grounds) await removeGround(db, product, made);
  await db.auditRetention.deleteMany();
  if (retention !== null) await db.auditRetention.create({ data: retention });
});

async function call(
  cookie: string,
  place: string,
  fields: Fields,
): Promise<ActionAnswer & { changes: Change[] }> {
  const action = built.get(place);
  if (action === undefined) throw new Error(`${place} is not in the build.`);
  const answer = await callAction(product.origin, cookie, action, fields);
  return { ...answer, changes: await watch.take() };
}

/** A refusal itself is recorded, and nothing else. */
const isRefusal = ({ table, after }: Change): boolean =>
  table === "refusal" || (table === "audit" && after?.["outcome"] === "REFUSED");

const formOf = (place: string, about: Ground): Fields => FORMS[place]?.(about) ?? {};
const tablesOf = (changes: readonly Change[]): string[] =>
  [...new Set(changes.map(({ table }) => table))].toSorted();
/** Settings of the whole installation. */
const OF_ALL = ["audit_retention", "second_factor_rule", "service_signing_key"].map(
  (table) => `"table":"${table}"`,
);

async function standOn(person: Person): Promise<Ground> {
  const made = await makeGround(db, product, person);
  grounds.push(made);
  return made;
}

test("the build has no action that the source's list does not name, and none without a form", () => {
  expect([...built.keys()].filter((place) => declared[place] === undefined)).toEqual([]);
  expect([...built.keys()].filter((place) => FORMS[place] === undefined)).toEqual([]);
});

for (const who of EVERYBODY)
  test.describe(who, () => {
    const cookie = (): string => people.get(who)?.cookie ?? "";
    const own = (): string[] => [people.get(who)?.staffId ?? [], OF_ALL].flat();

    test("without the right: refused about whatever is there, and nothing is written", async () => {
      const refused = places.filter((place) => !may(who, declared[place] ?? ""));
      const wrong: string[] = [];
      for (const place of refused) {
        // The permission is checked before the form.
        for (const fields of [{}, formOf(place, ground)]) {
          const { outcome, changes, text } = await call(cookie(), place, fields);
          const written = mention(changes, [...own(), ...marksOf(ground)]).filter(
            (change) => !isRefusal(change),
          );
          if (outcome !== (who === "NOBODY" ? "UNAUTHENTICATED" : "FORBIDDEN") || written.length > 0)
            wrong.push(`${place}: ${outcome}, wrote ${tablesOf(written).join(" ")} ${text.slice(0, 200)}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(refused.length > 0).toBe(who !== "ADMINISTRATOR");
    });

    test("with the right: an empty form, and one about what is not there, are told and write nothing", async () => {
      const wrong: string[] = [];
      const nothing = absentGround();
      const other = { ...absentGround(), mark: nothing.mark, key: nothing.key };
      for (const place of places.filter((each) => may(who, declared[each] ?? "") && each !== ONCE)) {
        const empty = await call(cookie(), place, {});
        const written = tablesOf(mention(empty.changes, own()).filter((change) => !isRefusal(change))).filter(
          (table) => !WITHOUT_FIELDS[place]?.includes(table),
        );
        if (/status|INTERNAL/.test(empty.outcome) || written.length > 0)
          wrong.push(`${place}: empty: ${empty.outcome}, wrote ${written.join(" ")}`);
        if (JSON.stringify(formOf(place, nothing)) === JSON.stringify(formOf(place, other))) continue;
        const absent = await call(cookie(), place, formOf(place, nothing));
        const kept = mention(absent.changes, [...own(), ...marksOf(nothing)]).filter(
          (change) => !isRefusal(change),
        );
        const isDone = absent.outcome === "ok" && place !== REPORTING;
        if (/status|INTERNAL/.test(absent.outcome) || isDone || kept.length > 0)
          wrong.push(`${place}: absent: ${absent.outcome}, wrote ${tablesOf(kept).join(" ")}`);
      }
      expect(wrong).toEqual([]);
    });
  });

test("without a fresh proof: what gives or takes access asks for one and writes nothing; everything else goes on without", async () => {
  const person = await addPerson(db, product, "ADMINISTRATOR");
  const made = await standOn(person);
  await db.staffSession.updateMany({ where: { staffId: person.staffId }, data: { confirmedAt: null } });
  await watch.take();
  const wrong: string[] = [];
  for (const place of places.filter((each) => may("ADMINISTRATOR", declared[each] ?? "") && each !== ONCE)) {
    const isAsked = CONFIRMED.includes(place);
    const { outcome, changes } = await call(person.cookie, place, isAsked ? formOf(place, made) : {});
    const written = mention(changes, [person.staffId, ...marksOf(made)]);
    if ((outcome === "CONFIRMATION_NEEDED") !== isAsked || (isAsked && written.length > 0))
      wrong.push(`${place}: ${outcome}, wrote ${tablesOf(written).join(" ")}`);
  }
  expect(wrong).toEqual([]);
  expect(CONFIRMED.filter((place) => !places.includes(place))).toEqual([]);
});

test("S6: fields that a form does not have change nothing", async () => {
  test.setTimeout(300_000);
  const [one, two] = [
    await addPerson(db, product, "ADMINISTRATOR"),
    await addPerson(db, product, "ADMINISTRATOR"),
  ];
  const plain = { person: one, ground: await standOn(one) };
  const laden = { person: two, ground: await standOn(two) };
  const wrong: string[] = [];
  let written = 0;
  for (const place of places.filter((each) => !CALLING.test(each) && each !== ONCE)) {
    const fields = formOf(place, laden.ground);
    const surplus = Object.fromEntries(
      Object.entries(SURPLUS).filter(([name]) => !Object.hasOwn(fields, name)),
    );
    const expected = await callAs(plain, place, formOf(place, plain.ground));
    const { outcome, changes, every } = await callAs(laden, place, { ...fields, ...surplus });
    if (expected.changes.length > 0) written += 1;
    if (!/^(?:ok|redirect)$/.test(expected.outcome) && !NEEDS_MORE.test(place))
      wrong.push(`${place}: its own form: ${expected.outcome} ${expected.text.slice(-300)}`);
    const carried = mention(every, SURPLUS_MARKS);
    if (carried.length > 0) wrong.push(`${place}: keeps ${JSON.stringify(carried).slice(0, 300)}`);
    if (outcome === "VALIDATION" ? changes.length > 0 : outcome !== expected.outcome)
      wrong.push(`${place}: ${outcome} instead of ${expected.outcome}, wrote ${tablesOf(changes).join(" ")}`);
    const known = wordsOf(expected.changes);
    const more = wordsOf(changes).filter((word) => !known.includes(word));
    if (more.length > 0) wrong.push(`${place}: wrote also ${more.join(" ")}`);
  }
  expect(wrong).toEqual([]);
  // Without the extra fields most of these write something.
  expect(written).toBeGreaterThan(35);
});

/** Written after the response, by the code that sends emails; and counted tries, which depend on more than the account. */
const LATER = new Set(["mailbox_message", "outbox_mail", "sign_in_failure"]);

/** Calls about a separate connection once it exists, because the form repeats its version. */
async function callAs(
  { ground: made, person }: { ground: Ground; person: Person },
  place: string,
  fields: Fields,
): Promise<ActionAnswer & { changes: Change[]; every: Change[] }> {
  const own = await db.connection.findFirst({ where: { clientId: made.mark }, select: { id: true } });
  const isAbout = own !== null && fields["id"] === made.connection;
  if (isAbout) await db.connection.update({ where: { id: own.id }, data: { version: 1 } });
  await watch.take();
  const called = await call(person.cookie, place, isAbout ? { ...fields, id: own.id } : fields);
  const words = [...marksOf(made), ...OF_ALL, ...(own === null ? [] : [own.id])];
  const changes = mention(called.changes, words).filter(({ table }) => !LATER.has(table));
  return { ...called, every: called.changes, changes };
}

/** What was written, in terms that are equal for the same change of another thing: table, column, and truth values and fixed words. */
function wordsOf(changes: readonly Change[]): string[] {
  return changes.flatMap((change) =>
    columnsOf(change).map((column) => {
      const value = change.after?.[column];
      const isFixed =
        typeof value === "boolean" ||
        value === null ||
        (typeof value === "string" && /^[A-Z_]+$/.test(value));
      return `${change.table}.${column}${isFixed ? `=${String(value)}` : ""}`;
    }),
  );
}
