import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { cancelInvitation } from "#lib/features/invitations/commands.ts";
import { eraseAddress } from "#lib/features/erasure/commands.ts";
import { listAttention } from "#lib/features/overview/attention.ts";
import { rehearsePlan } from "#lib/features/plans/rehearsing.ts";
import { planCommands } from "#lib/features/plans/kind.ts";
import { chooseStep, preparePlan } from "#lib/features/plans/drafts.ts";
import { getPlanFile, listPlans } from "#lib/features/plans/queries.ts";
import { listInvitations } from "#lib/service/server/platform/invitations.ts";
import { codeOf } from "#tests/support/code-of.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { until } from "#tests/support/until.ts";
import { afterItsLease } from "./jobs.ts";
import { uniqueName, usePlanDesk } from "./plan-desk.ts";
import { formKey } from "./portal.ts";

const CLOUD = /\/cloud$/;
const PROJECT = /\/project$/;
const INVITE = /\/invitation$/;

const desk = await usePlanDesk();
const { portal, sanne } = desk;
const { db, proxy } = portal;

function planOf(name: string) {
  const floors = [{ name: "Floor 1" }, { name: "Floor 2" }];
  const projects: { name: string; description?: string; logo?: string; projects?: typeof floors }[] = [
    { name: "Block A", description: "East wing", projects: floors },
    { name: "Block B" },
  ];
  return {
    portico_plan: 1,
    cloud: { name },
    projects,
    invitations: ["sanne@bouwgroep-oost.nl", { email: "joris@bouwgroep-oost.nl", role: "administrator" }],
  };
}

describe("drafts", () => {
  test("the same form is one draft; nothing is sent; the file that is written says the same", async () => {
    const name = uniqueName("Kanaalzone");
    const key = formKey();
    const ids = await Promise.all([1, 2, 3].map(() => desk.prepareFile(planOf(name), key)));
    expect(new Set(ids).size).toBe(1);
    const [id = ""] = ids;
    expect(await desk.plan(id)).toMatchObject({ state: "DRAFT", projects: 4, people: 2, included: 7 });
    expect(proxy.received).toEqual([]);
    const file = await getPlanFile(sanne, id);
    expect(JSON.parse(file.text)).toEqual(planOf(name));
    expect((await listPlans(sanne)).plans.map((plan) => plan.id)).toContain(id);
    expect(await planCommands.discard(sanne, id)).toEqual({ wasDraft: true });
    expect(await codeOf(desk.plan(id))).toBe("NOT_FOUND");
  });

  test("what is typed into the form is a tree; doubtful addresses are left out until a person takes them in", async () => {
    const name = uniqueName("Typed");
    const id = await preparePlan(sanne, {
      key: formKey(),
      connectionId: portal.connectionId,
      name,
      projects: "Block A\n  Floor 1\n\tFloor 2\nBlock B\n",
      people: "anna@gmial.com; nobody; bert@bouwgroep.nl",
      role: "50",
    });
    const steps = await desk.steps(id);
    expect(steps.map(({ title, depth }) => [title, depth])).toEqual([
      [name, 0],
      ["Block A", 1],
      ["Floor 1", 2],
      ["Floor 2", 3],
      ["Block B", 1],
      ["anna@gmial.com", 0],
      ["nobody", 0],
      ["bert@bouwgroep.nl", 0],
    ]);
    expect(steps.slice(5).map(({ verdict, isIncluded }) => [verdict, isIncluded])).toEqual([
      ["LOOK_ALIKE", false],
      ["MALFORMED", false],
      ["GOOD", true],
    ]);
    await chooseStep(sanne, { stepId: steps[5]?.id ?? "", isIncluded: true });
    expect(await codeOf(chooseStep(sanne, { stepId: steps[6]?.id ?? "", isIncluded: true }))).toBe(
      "CONFLICT",
    );
    expect((await desk.plan(id)).included).toBe(7);
  });

  test("a file that cannot be read is refused with the places in it; viewers prepare nothing", async () => {
    const wrong = { ...planOf("X"), projects: [{ name: "" }, { name: "A", projects: [{ nam: "B" }] }] };
    await expect(desk.prepareFile(wrong)).rejects.toMatchObject({
      details: {
        fieldErrors: {
          file: expect.arrayContaining([
            expect.stringMatching(/^projects\[0\]\.name: Type a name/),
            expect.stringMatching(/^projects\[1\]\.projects\[0\]/),
          ]) as unknown,
        },
      },
    });
    const viewer = await portal.actor("VIEWER");
    expect(await codeOf(desk.prepareFile(planOf("X"), formKey(), viewer))).toBe("FORBIDDEN");
  });
});

describe("rehearsals", () => {
  test("every step gets the service's answer; no mail, nothing at the target, and nothing left behind", async () => {
    const name = uniqueName("Rehearsed");
    const content = planOf(name);
    const [blockA] = content.projects;
    if (blockA !== undefined) blockA.logo = "data:image/png;base64,bm8gaW1hZ2U=";
    const id = await desk.prepareFile(content);
    await desk.work();
    const mailsBefore = await db.outboxMail.count();
    expect(await desk.rehearsed(id)).toMatchObject({
      state: "DONE",
      problem: null,
      total: 7,
      outcomes: { CREATED: 4, REFUSED: 1, HELD_BACK: 2 },
    });
    const answers = (await desk.steps(id)).map(({ title, rehearsed }) => [title, rehearsed?.outcome]);
    expect(answers).toEqual([
      [name, "CREATED"],
      ["Block A", "REFUSED"],
      ["Floor 1", "HELD_BACK"],
      ["Floor 2", "HELD_BACK"],
      ["Block B", "CREATED"],
      ["sanne@bouwgroep-oost.nl", "CREATED"],
      ["joris@bouwgroep-oost.nl", "CREATED"],
    ]);
    const wordsOf = async (title: string): Promise<string | undefined> =>
      (await desk.steps(id)).find((found) => found.title === title)?.rehearsed?.words;
    expect(await wordsOf("Block A")).toMatch(/logo/);
    expect(await wordsOf("sanne@bouwgroep-oost.nl")).toMatch(/member of the Cloud, as user/);
    expect(await wordsOf("joris@bouwgroep-oost.nl")).toMatch(/member of the Cloud, as administrator/);
    expect(proxy.received).toEqual([]);
    expect(await desk.atService(name)).toMatchObject({ clouds: 0 });
    expect(await db.outboxMail.count()).toBe(mailsBefore);
    expect(await db.cloud.count({ where: { name } })).toBe(0);
    expect(await db.operation.count({ where: { planStep: { planId: id } } })).toBe(0);
  });

  test("one whose process is killed in the middle begins anew and leaves nothing behind", async () => {
    const name = uniqueName("Killed");
    const projects = Array.from({ length: 120 }, (_, at) => ({ name: `Project ${String(at)}` }));
    const id = await desk.prepareFile({ portico_plan: 1, cloud: { name }, projects });
    await rehearsePlan(sanne, id);
    const isBegun = async (): Promise<boolean> => (await desk.atService(name)).projects.length > 20;
    await desk.workUntil("the rehearsal is in its middle", isBegun);
    expect((await desk.atService(name)).clouds).toBe(1);
    await afterItsLease();
    await desk.work();
    expect(await desk.rehearsalEnd(id)).toMatchObject({ state: "DONE", outcomes: { CREATED: 121 } });
    expect((await desk.atService(name)).clouds).toBe(0);
  });

  test("an address of a rehearsal sees no invitation on the platform", async () => {
    const application = await db.serviceApplication.findFirstOrThrow({ where: { isRehearsal: true } });
    const cloud = await db.serviceCloud.create({ data: { name: "Open", creatorAppId: application.id } });
    const email = `${formKey().toLowerCase()}@example.org`;
    const user = { id: 0, sub: newId(), email, firstname: "Anna", lastname: "Bos" };
    const row = {
      cloudId: cloud.id,
      applicationId: application.id,
      address: email,
      email,
      redirectUri: "https://x.example",
    };
    await db.serviceInvitation.create({ data: row });
    expect(await listInvitations(db, user)).toEqual([]);
    await db.serviceCloud.delete({ where: { id: cloud.id } });
  });
});

describe("carrying out", () => {
  test("everything once, parents first, people last; each step is an operation", async () => {
    const name = uniqueName("Whole");
    const id = await desk.start(planOf(name));
    await planCommands.start(sanne, id);
    await desk.work();
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", ended: 7, outcomes: { DONE: 7 } });
    const { clouds, projects, people } = await desk.atService(name);
    expect(clouds).toBe(1);
    expect(projects.map((project) => [project.name, project.parentId])).toEqual([
      ["Block A", null],
      ["Floor 1", projects[0]?.id],
      ["Floor 2", projects[0]?.id],
      ["Block B", null],
    ]);
    expect(people).toEqual(["sanne@bouwgroep-oost.nl", "joris@bouwgroep-oost.nl"]);
    expect(await desk.attempts(id)).toBe(7);
    const steps = await desk.steps(id);
    expect(steps.every((step) => step.operationHref !== null)).toBe(true);
    expect(steps.slice(0, 5).every((step) => step.madeHref !== null)).toBe(true);
  });

  test("an address that is erased for privacy is in no plan and no rehearsal any more", async () => {
    const name = uniqueName("Erased");
    const id = await desk.prepareFile(planOf(name));
    await desk.work();
    await desk.rehearsed(id);
    await planCommands.start(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED" });
    const invitation = await db.invitation.findFirstOrThrow({
      where: { cloud: { name }, address: "joris@bouwgroep-oost.nl" },
    });
    await cancelInvitation(sanne, invitation.id);
    await eraseAddress(sanne, invitation.id);
    const kept = await db.plan.findUniqueOrThrow({
      where: { id },
      include: { steps: { include: { operation: true } }, rehearsal: true },
    });
    expect(
      JSON.stringify(kept, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toMatch(/joris/);
    expect(await desk.plan(id)).toMatchObject({ ended: 7, outcomes: { DONE: 7 } });
  });

  test("a process that is killed twice: one record each at the service, none repeated", async () => {
    const name = uniqueName("Killed twice");
    const projects = Array.from({ length: 14 }, (_, at) => ({ name: `Project ${String(at)}` }));
    const invitations = Array.from({ length: 6 }, (_, at) => `person.${String(at)}@bouwgroep.nl`);
    const id = await desk.start({ portico_plan: 1, cloud: { name }, projects, invitations });
    for (const count of [4, 10]) {
      await desk.workUntil("a part is made", async () => {
        await settleIfWaiting(id, name);
        return (await desk.atService(name)).projects.length >= count;
      });
      await afterItsLease();
    }
    await desk.work();
    await until("the plan has ended", async () => {
      await settleIfWaiting(id, name);
      return (await desk.plan(id)).state === "ENDED";
    });
    expect(await desk.plan(id)).toMatchObject({ state: "ENDED", ended: 21 });
    const there = await desk.atService(name);
    expect(there.clouds).toBe(1);
    expect(new Set(there.projects.map((project) => project.name)).size).toBe(there.projects.length);
    expect(there.projects.length).toBeGreaterThanOrEqual(12);
    expect([...there.people].sort()).toEqual(invitations);
    expect(await desk.attempts(id)).toBe(21);
  });

  test("it waits at an uncertain Cloud, and goes on by itself with the number that a person has settled", async () => {
    proxy.inject("POST", CLOUD, { kind: "resetAfter" });
    const name = uniqueName("Uncertain");
    const id = await desk.start(planOf(name));
    await desk.work();
    const waiting = await desk.stopped(id);
    expect(waiting).toMatchObject({ state: "WAITING", uncertain: 1, outcomes: { UNKNOWN: 1, TO_SEND: 6 } });
    expect(waiting.pauseReason).toMatch(/got no certain answer/);
    expect(await codeOf(planCommands.resume(sanne, id))).toBe("CONFLICT");
    const cloud = await db.serviceCloud.findFirstOrThrow({ where: { name } });
    const operationId = waiting.settleHref?.split("/").at(-1) ?? "";
    await desk.settle(operationId, cloud.id);
    await desk.ended(id);
    expect(await desk.plan(id)).toMatchObject({ outcomes: { RESOLVED_DONE: 1, DONE: 6 } });
    const there = await desk.atService(name);
    expect(there).toMatchObject({ clouds: 1 });
    expect(there.projects).toHaveLength(4);
    expect(there.people).toHaveLength(2);
  });

  test("a person may let it go on without an uncertain project; what stands under that one is held back until it is settled", async () => {
    proxy.inject("POST", PROJECT, { kind: "resetAfter" });
    const name = uniqueName("Passed");
    const id = await desk.start(planOf(name));
    await desk.work();
    expect(await desk.stopped(id)).toMatchObject({ state: "WAITING", canPass: true });
    await planCommands.resume(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({
      state: "ENDED",
      uncertain: 1,
      retryable: 2,
      outcomes: { UNKNOWN: 1, HELD_BACK: 2, DONE: 4 },
    });
    const operation = await db.operation.findFirstOrThrow({
      where: { planStep: { planId: id, title: "Block A" } },
    });
    const made = (await desk.atService(name)).projects.find((project) => project.name === "Block A");
    await desk.settle(operation.id, made?.id ?? 0);
    await planCommands.retry(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { RESOLVED_DONE: 1, DONE: 6 } });
    const below = (await desk.atService(name)).projects.filter((project) => project.parentId === made?.id);
    expect(below.map((project) => project.name)).toEqual(["Floor 1", "Floor 2"]);
    expect(await codeOf(planCommands.retry(sanne, id))).toBe("CONFLICT");
  });

  test("a refused Cloud pauses it and sends nothing more; trying again sends it once more", async () => {
    proxy.inject("POST", CLOUD, answer(402, '{"detail":"No Cloud is left."}'));
    const name = uniqueName("Refused");
    const id = await desk.start(planOf(name));
    await desk.work();
    const paused = await desk.stopped(id);
    expect(paused).toMatchObject({ state: "PAUSED", retryable: 1, outcomes: { REFUSED: 1, TO_SEND: 6 } });
    expect(paused.pauseReason).toMatch(/No Cloud is left/);
    const attention = (await listAttention(db)).find((item) => item.id === id);
    expect(attention).toMatchObject({ kind: "plan", href: `/plans/${id}`, detail: paused.pauseReason });
    await planCommands.retry(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 7 } });
    expect(await desk.attempts(id)).toBe(7);
  });

  test("a refused invitation holds up nobody; a service that asks for time is waited for; a pause and giving up hold the rest", async () => {
    proxy.inject("POST", INVITE, answer(400, '{"email":["Not this one."]}'));
    const first = await desk.start(planOf(uniqueName("One refused")));
    await desk.work();
    expect(await desk.stopped(first)).toMatchObject({
      state: "ENDED",
      outcomes: { REFUSED: 1, DONE: 6 },
      retryable: 1,
    });

    proxy.inject("POST", PROJECT, answer(429, "{}", { "retry-after": "600" }));
    const second = await desk.start(planOf(uniqueName("Slow")));
    await until("it waits", async () => (await desk.plan(second)).waitUntil !== null);
    expect(await codeOf(planCommands.discard(sanne, second))).toBe("CONFLICT");
    await planCommands.pause(sanne, second);
    expect(await planCommands.discard(sanne, second)).toEqual({ wasDraft: false });
    expect(await desk.plan(second)).toMatchObject({
      state: "ENDED",
      ended: 7,
      outcomes: { DONE: 1, DISCARDED: 1, HELD_BACK: 5 },
      retryable: 0,
    });
    expect(await codeOf(planCommands.retry(sanne, second))).toBe("CONFLICT");
  });

  test("it goes on in the name of whoever started it only while that person may", async () => {
    const other = await portal.actor("OPERATOR", "Leaves us");
    const id = await desk.prepareFile(planOf(uniqueName("Left")), formKey(), other);
    await planCommands.start(other, id);
    await db.staff.update({ where: { id: other.staffId }, data: { role: "VIEWER" } });
    await desk.work();
    expect((await desk.stopped(id)).pauseReason).toMatch(/Leaves us is no longer allowed to run plans/);
    await planCommands.resume(sanne, id);
    expect(await desk.stopped(id)).toMatchObject({ state: "ENDED", outcomes: { DONE: 7 } });
  });
});

/** What was being sent when the process died is uncertain: a person looks whether it exists, and continues without it if it does not. */
async function settleIfWaiting(id: string, name: string): Promise<void> {
  const { state, settleHref } = await desk.plan(id);
  const operationId = settleHref?.split("/").at(-1);
  if (state !== "WAITING" || operationId === undefined) return;
  const { title } = await db.operation.findUniqueOrThrow({ where: { id: operationId } });
  const made = (await desk.atService(name)).projects.find((project) => project.name === title);
  if (made === undefined) await planCommands.resume(sanne, id);
  else await desk.settle(operationId, made.id);
}
