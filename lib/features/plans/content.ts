/**
 * The content of a plan, read from its file or from the form. Pure, and linear in the length of the text: checks only the form.
 * docs/operating.md describes the file's format.
 */
import { z } from "zod";
import { t } from "#lib/core/texts.ts";
import { nameSchema } from "#lib/features/clouds/schema.ts";
import { readOneAddress } from "#lib/features/invitations/addresses/one-address.ts";
import { readAddressList, type AddressEntry } from "#lib/features/invitations/addresses/address-list.ts";
import { uploadSchema } from "#lib/features/models/schema.ts";
import { projectFieldsSchema } from "#lib/features/projects/schema.ts";
import { MODELS_MAX, PEOPLE_MAX, PROJECTS_MAX } from "./schema.ts";

export type PlannedProject = {
  fields: z.output<typeof projectFieldsSchema>;
  /** Index of the parent project, which comes before it; null: directly in the Cloud. */
  parent: number | null;
  /** File names of its models. */
  models: string[];
};
export type PlannedPerson = { entry: AddressEntry; role: 50 | 100 | null };
export type PlanContent = { name: string; projects: PlannedProject[]; people: PlannedPerson[] };

/** `problems`: sentences that name the place in the file; then there is no content. */
export type ReadPlan = { content: PlanContent; problems: null } | { content: null; problems: string[] };

const FORMAT = 1;
const PROBLEMS_MAX = 20;
const TYPED_LENGTH_MAX = 300;
const ROLES = { user: 50, administrator: 100, "service-default": null } as const;

const headSchema = z.strictObject({
  portico_plan: z.literal(FORMAT, {
    error: () => t("Write {format}. Portico does not know other versions of the format.", { format: FORMAT }),
  }),
  cloud: z.strictObject({ name: nameSchema }),
  projects: z.array(z.unknown()).default([]),
  invitations: z.array(z.unknown()).max(PEOPLE_MAX, { error: tooManyPeople }).default([]),
});
const nodeSchema = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  status: z.string().optional(),
  logo: z.string().optional(),
  models: z.array(uploadSchema.shape.fileName).default([]),
  projects: z.array(z.unknown()).default([]),
});
const personSchema = z.union([
  z.string().transform((email) => ({ email, role: undefined })),
  z.strictObject({
    email: z.string(),
    role: z
      .enum(["user", "administrator", "service-default"], {
        error: () => t("Write user, administrator or service-default, or leave the role out."),
      })
      .optional(),
  }),
]);

/** Parses the text of a plan's file. */
export function readPlanFile(text: string): ReadPlan {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : "";
    return { content: null, problems: [t("This is not valid JSON: {why}", { why })] };
  }
  const problems: string[] = [];
  const head = check(headSchema, value, "", problems);
  if (head === null) return { content: null, problems };
  const projects = readNodes(head.projects, problems);
  if (countModels(projects) > MODELS_MAX) problems.push(tooManyModels());
  const people = head.invitations.flatMap((item, index): PlannedPerson[] => {
    const person = check(personSchema, item, `invitations[${String(index)}]`, problems);
    if (person === null) return [];
    const role = ROLES[person.role ?? "user"];
    return [{ entry: toEntry(person.email, index + 1), role }];
  });
  if (problems.length > 0) return { content: null, problems: problems.slice(0, PROBLEMS_MAX) };
  return { content: { name: head.cloud.name, projects, people }, problems: null };
}

type Node = { item: unknown; at: string; parent: number | null };

/** In the order of the file, each project before its children. Not recursive: a file may be nested to any depth. */
function readNodes(items: readonly unknown[], problems: string[]): PlannedProject[] {
  const projects: PlannedProject[] = [];
  const waiting = toNodes(items, "projects", null);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (projects.length >= PROJECTS_MAX) {
      problems.push(tooManyProjects());
      return projects;
    }
    const { item, at, parent } = node;
    const read = check(nodeSchema, item, at, problems);
    if (problems.length >= PROBLEMS_MAX) return projects;
    if (read === null) continue;
    const { projects: inside, models, ...own } = read;
    const fields = check(projectFieldsSchema, own, at, problems);
    if (fields === null) continue;
    const index = projects.push({ fields, parent, models }) - 1;
    for (const next of toNodes(inside, `${at}.projects`, index)) waiting.push(next);
  }
  return projects;
}

/** The last one first, because items are taken from the end. */
function toNodes(items: readonly unknown[], at: string, parent: number | null): Node[] {
  return items.map((item, index) => ({ item, at: `${at}[${String(index)}]`, parent })).reverse();
}

function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  at: string,
  problems: string[],
): z.output<S> | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const place = [at, ...issue.path.map(String)].filter((part) => part !== "").join(".");
    const sentence =
      issue.code === "invalid_union" ? t("Write an address, or an email and a role.") : issue.message;
    problems.push(`${place === "" ? t("The file") : place}: ${sentence}`.slice(0, TYPED_LENGTH_MAX));
  }
  return null;
}

function countModels(projects: readonly PlannedProject[]): number {
  return projects.reduce((sum, { models }) => sum + models.length, 0);
}

function tooManyProjects(): string {
  return t("More than {limit} projects. The others can be added to the Cloud as a list afterwards.", {
    limit: PROJECTS_MAX,
  });
}

function tooManyModels(): string {
  return t("More than {limit} models. The others can be added to the Cloud as a list afterwards.", {
    limit: MODELS_MAX,
  });
}

function tooManyPeople(): string {
  return t("More than {limit} people. The others can be added to the Cloud as a list afterwards.", {
    limit: PEOPLE_MAX,
  });
}

function toEntry(typed: string, line: number): AddressEntry {
  const shown = typed.slice(0, TYPED_LENGTH_MAX).toWellFormed().replaceAll("\0", "\uFFFD");
  return { ...readOneAddress(typed), line, typed: shown };
}

export type TypedPlan = { name: string; projects: string; people: string; role: 50 | 100 | null };

/** The content of the form: a name, projects one per line, and addresses in any form, all with one role. */
export function readTyped(typed: TypedPlan): {
  content: PlanContent | null;
  problems: Record<string, string[]>;
} {
  const problems: Record<string, string[]> = {};
  const name = nameSchema.safeParse(typed.name);
  if (!name.success) problems["name"] = name.error.issues.map((issue) => issue.message);
  const outline: string[] = [];
  const projects = readOutline(typed.projects, outline);
  if (countModels(projects) > MODELS_MAX) outline.push(tooManyModels());
  if (outline.length > 0) problems["projects"] = outline;
  const list = readAddressList(typed.people);
  if (list.isTooLong || list.entries.length > PEOPLE_MAX) problems["people"] = [tooManyPeople()];
  if (!name.success || Object.keys(problems).length > 0) return { content: null, problems };
  const people = list.entries.map((entry) => ({ entry, role: typed.role }));
  return { content: { name: name.data, projects, people }, problems };
}

/**
 * Reads names, one per line; a line indented further than an earlier one is its child. A line that ends like a model file is a model of the
 * project above it.
 */
function readOutline(text: string, problems: string[]): PlannedProject[] {
  const projects: PlannedProject[] = [];
  const above: { indent: number; index: number }[] = [];
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const name = line.trim();
    if (name === "") continue;
    if (projects.length >= PROJECTS_MAX) {
      problems.push(tooManyProjects());
      return projects;
    }
    const indent = widthOf(line);
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const parent = above.at(-1)?.index ?? null;
    const file = uploadSchema.shape.fileName.safeParse(name);
    if (file.success) {
      if (parent === null)
        problems.push(t("Line {line}: A model belongs to a project. Indent the line.", { line: at + 1 }));
      else projects[parent]?.models.push(file.data);
      continue;
    }
    const fields = projectFieldsSchema.safeParse({ name });
    if (!fields.success) {
      if (problems.length >= PROBLEMS_MAX) return projects;
      for (const issue of fields.error.issues) {
        problems.push(t("Line {line}: {problem}", { line: at + 1, problem: issue.message }));
      }
      continue;
    }
    const index = projects.push({ fields: fields.data, parent, models: [] }) - 1;
    above.push({ indent, index });
  }
  return projects;
}

/** A tab is as wide as four spaces. */
function widthOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === "\t") width += 4;
    else if (character === " ") width += 1;
    else break;
  }
  return width;
}

type FileProject = {
  name: string;
  description?: string;
  status?: "D";
  logo?: string;
  models?: string[];
  projects?: FileProject[];
};

/** The text of a file with the same content; defaults are left out. */
export function writePlanFile(content: {
  name: string;
  projects: readonly PlannedProject[];
  people: readonly { email: string; role: 50 | 100 | null }[];
}): string {
  const { name, projects, people } = content;
  const nodes = projects.map(({ fields, models }): FileProject => {
    const { description, status, logo } = fields;
    return {
      name: fields.name,
      ...(description === "" ? {} : { description }),
      ...(status === "A" ? {} : { status }),
      ...(logo === "" ? {} : { logo }),
      ...(models.length === 0 ? {} : { models }),
    };
  });
  const top: FileProject[] = [];
  projects.forEach(({ parent }, index) => {
    const [node, above] = [nodes[index], parent === null ? undefined : nodes[parent]];
    if (node === undefined) return;
    if (above === undefined) top.push(node);
    else above.projects = [...(above.projects ?? []), node];
  });
  const invitations = people.map(({ email, role }) =>
    role === 50 ? email : { email, role: role === null ? "service-default" : "administrator" },
  );
  return `${JSON.stringify({ portico_plan: FORMAT, cloud: { name }, projects: top, invitations }, null, 2)}\n`;
}
