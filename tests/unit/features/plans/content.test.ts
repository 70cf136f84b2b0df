import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPlanFile, readTyped, writePlanFile } from "#lib/features/plans/content.ts";
import type { PlanContent } from "#lib/features/plans/content.ts";
import { toSteps } from "#lib/features/plans/steps.ts";

const HEAD = { portico_plan: 1, cloud: { name: "Acme HQ" } };

function read(more: Record<string, unknown>): ReturnType<typeof readPlanFile> {
  return readPlanFile(JSON.stringify({ ...HEAD, ...more }));
}

function contentOf(result: ReturnType<typeof readPlanFile>): PlanContent {
  if (result.content === null) throw new Error(result.problems.join("\n"));
  return result.content;
}

/** Names preceded by their parents' names, for comparison. */
function tree(content: PlanContent): [string, string | null][] {
  return content.projects.map(({ fields, parent }) => [
    fields.name,
    parent === null ? null : (content.projects[parent]?.fields.name ?? null),
  ]);
}

describe("a plan as a file", () => {
  test("projects stand before those in them, in the order of the file", () => {
    const content = contentOf(
      read({
        projects: [
          { name: "A", projects: [{ name: "A1", projects: [{ name: "A1a" }] }, { name: "A2" }] },
          { name: "B", description: "Two\r\nlines", status: "D" },
        ],
      }),
    );
    expect(tree(content)).toEqual([
      ["A", null],
      ["A1", "A"],
      ["A1a", "A1"],
      ["A2", "A"],
      ["B", null],
    ]);
    expect(content.projects[4]?.fields).toMatchObject({ description: "Two\nlines", status: "D" });
  });

  test("people are addresses, alone and then users, or with a role; one that is none stays, with its reason", () => {
    const { people } = contentOf(
      read({
        invitations: [
          "a@x.example",
          { email: "b@x.example", role: "administrator" },
          { email: "c@x.example", role: "service-default" },
          "nobody",
        ],
      }),
    );
    expect(people.map(({ entry, role }) => [entry.ok, role])).toEqual([
      [true, 50],
      [true, 100],
      [true, null],
      [false, 50],
    ]);
  });

  test.each([
    ["no JSON", "{", /^This is not valid JSON/],
    ["an array", "[]", /^The file: /],
    ["another version", { portico_plan: 2 }, /^portico_plan: Write 1/],
    ["no name", { cloud: { name: " " } }, /^cloud\.name: Type a name/],
    ["a word too many", { color: "red" }, /^The file: .*color/],
    ["a role of its own", { invitations: [{ email: "a@x.example", role: "boss" }] }, /^invitations\[0\]/],
    ["a status of its own", { projects: [{ name: "A", status: "X" }] }, /^projects\[0\]\.status/],
    [
      "a project deep inside",
      { projects: [{ name: "A", projects: [{}] }] },
      /^projects\[0\]\.projects\[0\]\.name/,
    ],
  ])("%s is refused with its place", (_what, given, reason) => {
    const { content, problems } = typeof given === "string" ? readPlanFile(given) : read(given);
    expect(content).toBeNull();
    expect(problems?.[0]).toMatch(reason);
  });

  test("too much is refused, and so is a file that is nested beyond all measure, without an end of the process", () => {
    const many = Array.from({ length: 1_001 }, () => ({ name: "A" }));
    expect(read({ projects: many }).problems?.at(-1)).toMatch(/More than 1000 projects/);
    const mails = Array.from({ length: 1_001 }, () => "a@x.example");
    expect(read({ invitations: mails }).problems?.at(-1)).toMatch(/More than 1000 people/);
    const deep = `${'{"name":"A","projects":['.repeat(60_000)}${"]}".repeat(60_000)}`;
    const nested = `{"portico_plan":1,"cloud":{"name":"A"},"projects":[${deep}]}`;
    expect(readPlanFile(nested).problems).not.toBeNull();
  });

  test("whatever is read is written so that the same is read again", () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: "grapheme" })
      .filter((text) => text.trim() !== "");
    const node = fc.letrec<{ node: unknown; nodes: unknown[] }>((tie) => ({
      node: fc.record(
        {
          name,
          description: fc.string({ maxLength: 40 }),
          status: fc.constantFrom("A", "D"),
          models: fc.constantFrom([], ["a.ifc", "b.ifczip"]),
          logo: fc.constantFrom("", "https://x.example/l.png"),
          projects: tie("nodes"),
        },
        { requiredKeys: ["name"] },
      ),
      nodes: fc.oneof(
        { depthSize: "small" },
        fc.constant<unknown[]>([]),
        fc.array(tie("node"), { maxLength: 3 }),
      ),
    }));
    const person = fc.oneof(
      fc.constantFrom("a@x.example", "Büro@x.example", "no address"),
      fc.record({ email: fc.emailAddress(), role: fc.constantFrom("user", "administrator") }),
    );
    fc.assert(
      fc.property(name, node.nodes, fc.array(person, { maxLength: 5 }), (cloud, projects, invitations) => {
        const { content } = read({ cloud: { name: cloud }, projects, invitations });
        if (content === null) return;
        const people = content.people.map(({ entry, role }) => ({
          email: entry.ok ? entry.email : entry.typed,
          role,
        }));
        const again = contentOf(readPlanFile(writePlanFile({ ...content, people })));
        expect(again.name).toBe(content.name);
        expect(again.projects).toEqual(content.projects);
        const told = (plan: PlanContent) =>
          plan.people.map(({ entry, role }) => [entry.ok ? entry.key : entry.typed, role]);
        expect(told(again)).toEqual(told(content));
      }),
      { numRuns: 200, seed: 36 },
    );
  });

  test("any text at all is read or refused", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { content, problems } = readPlanFile(text);
        expect(content === null).toBe(problems !== null);
      }),
      { numRuns: 300, seed: 36 },
    );
  });
});

describe("a plan as it is typed", () => {
  const typed = { name: "Acme HQ", projects: "", people: "", role: null };

  test("a line that is indented stands under the line above; tabs count as four spaces", () => {
    const { content } = readTyped({
      ...typed,
      projects: "A\r\n  A1\r\n    house.ifc\r\n\tA1a\r\n  A2\r\n\r\nB\n    B1\n  B2",
    });
    expect(content?.projects[1]?.models).toEqual(["house.ifc"]);
    expect(content === null ? null : tree(content)).toEqual([
      ["A", null],
      ["A1", "A"],
      ["A1a", "A1"],
      ["A2", "A"],
      ["B", null],
      ["B1", "B"],
      ["B2", "B"],
    ]);
  });

  test("what is wrong is said at its field", () => {
    const { content, problems } = readTyped({ ...typed, name: " ", projects: `A\n${"x".repeat(257)}` });
    expect(content).toBeNull();
    expect(problems["name"]).toEqual(["Type a name."]);
    expect(problems["projects"]?.[0]).toMatch(/^Line 2: /);
    const top = readTyped({ ...typed, projects: "house.ifc" });
    expect(top.problems["projects"]).toEqual(["Line 1: A model belongs to a project. Indent the line."]);
  });
});

test("steps are numbered in the order in which they are carried out: parents first, people last, doubtful ones left out", () => {
  const content = contentOf(
    read({
      projects: [{ name: "A", projects: [{ name: "A1" }] }],
      invitations: ["a@x.example", "a@x.example", "b@gmial.com"],
    }),
  );
  const steps = toSteps(content, "", new Map());
  expect(steps.map((step) => [step.n, step.kind, step.title, step.parentN, step.isIncluded])).toEqual([
    [1, "CREATE_CLOUD", "Acme HQ", null, true],
    [2, "CREATE_PROJECT", "A", null, true],
    [3, "CREATE_PROJECT", "A1", 2, true],
    [4, "INVITE", "a@x.example", null, true],
    [5, "INVITE", "a@x.example", null, false],
    [6, "INVITE", "b@gmial.com", null, false],
  ]);
});

test("of projects that share name and parent, the later ones say so", () => {
  const names = ["Hof", "Haus", " hof ", "Haus"].map((name) => ({ name }));
  const content = contentOf(read({ projects: [...names, { name: "Block", projects: [{ name: "Hof" }] }] }));
  const said = toSteps(content, "", new Map()).map(({ title, detail }) => [title.trim(), detail !== ""]);
  expect(said).toEqual([
    ["Acme HQ", false],
    ["Hof", false],
    ["Haus", false],
    ["hof", true],
    ["Haus", true],
    ["Block", false],
    ["Hof", false],
  ]);
});
