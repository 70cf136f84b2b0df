/** Turns a plan's content into steps, and steps back into a rehearsal's script or a file. Pure. */
import type { Sentence } from "#lib/core/language/kept-texts.ts";
import { say } from "#lib/core/texts.ts";
import type { ConnectionModel, PlanStepModel } from "#lib/db/client.ts";
import { judgeList, type JudgedRow } from "#lib/features/invitations/addresses/verdicts.ts";
import { subjectName } from "#lib/features/operations/rules/policy.ts";
import { projectBody } from "#lib/features/projects/operation.ts";
import { projectFieldsSchema } from "#lib/features/projects/schema.ts";
import type { Script, ScriptStep } from "#lib/features/rehearsals/schema.ts";
import { writePlanFile, type PlanContent, type PlannedProject } from "./content.ts";
import { modelFieldsSchema, personFieldsSchema, type ModelFields, type PersonFields } from "./schema.ts";

export type NewStep = Pick<PlanStepModel, "n" | "kind" | "title" | "parentN" | "verdict" | "isIncluded"> & {
  detail: Sentence;
  fields: PlannedProject["fields"] | ModelFields | PersonFields | { name: string };
};

/** A Cloud that does not exist yet has no invitations and no members. */
export const NOBODY = { invitations: new Map(), elsewhere: new Set<string>(), members: null };

/** Domains with the number of people that Portico knows in each. */
type Domains = ReadonlyMap<string, number>;

/** The Cloud, then projects with parents first, then the models, then the people: nobody gets an email before there is something to see. */
export function toSteps(content: PlanContent, cloudDetail: Sentence, domains: Domains): NewStep[] {
  const { name, projects, people } = content;
  const plain = { parentN: null, verdict: null, detail: "", isIncluded: true };
  const judged = judgeList(
    people.map(({ entry }) => entry),
    { ...NOBODY, domains },
  );
  const places = projects.map(({ fields, parent }) => `${String(parent)} ${subjectName(fields.name)}`);
  const steps: Omit<NewStep, "n">[] = [
    { ...plain, kind: "CREATE_CLOUD", title: name, fields: { name }, detail: cloudDetail },
    ...projects.map(({ fields, parent }, project) => ({
      ...plain,
      kind: "CREATE_PROJECT" as const,
      title: fields.name,
      fields,
      parentN: parent === null ? null : stepOf(parent),
      detail: places.indexOf(places[project] ?? "") < project ? NAMESAKE : "",
    })),
    ...projects.flatMap(({ models }, project) =>
      models.map((fileName) => ({
        ...plain,
        kind: "UPLOAD" as const,
        title: fileName,
        fields: { fileName, fileKey: null, sizeBytes: null },
        parentN: stepOf(project),
      })),
    ),
    ...judged.map(({ typed, email, address, ...row }, index) => ({
      ...plain,
      kind: "INVITE" as const,
      title: email ?? typed,
      fields: { email, address, role: people[index]?.role ?? null },
      verdict: row.verdict,
      detail: detailOfPerson(row),
      isIncluded: row.isIncluded,
    })),
  ];
  return steps.map((step, index) => ({ ...step, n: index + 1 }));
}

/** Services allow several projects of one name under one parent, but people seldom want that. */
const NAMESAKE = say(
  "The plan has another project of this name under the same parent; it would create both.",
);

/** The step of a project: before the projects comes the Cloud. */
function stepOf(project: number): number {
  return project + 2;
}

/** What is said of a person's address; nothing of one that is in order. */
export function detailOfPerson({
  verdict,
  detail,
  suggestion,
}: Pick<JudgedRow, "verdict" | "detail" | "suggestion">): Sentence {
  if (verdict === "GOOD") return "";
  return suggestion === null ? detail : say("{detail} Was {suggestion} meant?", { detail, suggestion });
}

/** The address that was probably meant, out of what is said of a person's. */
export function suggestionIn(detail: Sentence | null): string | null {
  const suggestion = typeof detail === "object" ? detail?.values["suggestion"] : undefined;
  return typeof suggestion === "string" ? suggestion : null;
}

/** What a rehearsal tries out: the included steps. */
export function toScript(
  plan: { name: string; connection: Pick<ConnectionModel, "platformUrl"> },
  steps: readonly PlanStepModel[],
): Script {
  return {
    cloud: { n: 1, name: plan.name },
    platformUrl: plan.connection.platformUrl,
    steps: steps.flatMap((step): ScriptStep[] => {
      const { n, title, parentN } = step;
      if (!step.isIncluded) return [];
      if (step.kind === "CREATE_PROJECT") {
        const body = projectBody(projectFieldsSchema.parse(step.fields));
        return [{ kind: "project", n, title, parentN, body, aside: "" }];
      }
      if (step.kind === "UPLOAD") {
        const { fileName, fileKey, sizeBytes } = modelFieldsSchema.parse(step.fields);
        return [{ kind: "model", n, parentN: parentN ?? 0, fileName, fileKey, sizeBytes }];
      }
      if (step.kind !== "INVITE") return [];
      const { email, role } = personFieldsSchema.parse(step.fields);
      return email === null ? [] : [{ kind: "invitation", n, email, role }];
    }),
  };
}

/** The plan as a file, with all its content, including what is left out. */
export function toFile(name: string, steps: readonly PlanStepModel[]): string {
  const made = steps.filter((step) => step.kind === "CREATE_PROJECT");
  const indexOf = new Map(made.map(({ n }, index) => [n, index]));
  return writePlanFile({
    name,
    projects: made.map((step) => ({
      fields: projectFieldsSchema.parse(step.fields),
      parent: step.parentN === null ? null : (indexOf.get(step.parentN) ?? null),
      models: steps
        .filter((model) => model.kind === "UPLOAD" && model.parentN === step.n)
        .map(({ title }) => title),
    })),
    people: steps
      .filter((step) => step.kind === "INVITE")
      .map((step) => ({ email: step.title, role: personFieldsSchema.parse(step.fields).role })),
  });
}
