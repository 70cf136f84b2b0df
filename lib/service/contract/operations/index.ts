/**
 * Every operation of the service that an application may call, in the order of docs/service "Operations", and the types of its input and
 * answer, derived from its statement.
 */
import type { FilePart } from "../inputs.ts";
import { cloudOperations } from "./clouds.ts";
import { documentOperations } from "./documents.ts";
import { elementOperations } from "./elements.ts";
import {
  invitationOperations,
  projectInvitationOperations,
  projectUserOperations,
  userOperations,
} from "./people.ts";
import { modelOperations } from "./models.ts";
import type { Statement, Statements } from "./operation.ts";
import { projectOperations } from "./projects.ts";
import { webhookOperations } from "./webhooks.ts";
import type { z } from "zod";

export const contract = {
  ...cloudOperations,
  ...projectOperations,
  ...modelOperations,
  ...elementOperations,
  ...documentOperations,
  ...invitationOperations,
  ...userOperations,
  ...projectUserOperations,
  ...projectInvitationOperations,
  ...webhookOperations,
};

export type Contract = typeof contract;
export type OperationId = keyof Contract;

/** The groups of the description. */
const GROUPS: Readonly<Record<string, Statements>> = {
  Clouds: cloudOperations,
  Projects: projectOperations,
  Models: modelOperations,
  Elements: elementOperations,
  Documents: documentOperations,
  Invitations: invitationOperations,
  People: userOperations,
  "People of projects": { ...projectUserOperations, ...projectInvitationOperations },
  Webhooks: webhookOperations,
};

export type Operation = Statement & { id: OperationId; group: string };

const ids = Object.keys(contract) as OperationId[];

export const operations: readonly Operation[] = ids.map((id) => ({
  id,
  group: groupOf(id),
  ...contract[id],
}));

function groupOf(id: OperationId): string {
  const found = Object.entries(GROUPS).find(([, statements]) => id in statements);
  if (found === undefined) throw new Error(`The operation ${id} is in no group of the description.`);
  return found[0];
}

type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<Tail>
    : Rest
  : never;

/** The parameters of an address: numbers where the name ends in `Id`. */
export type ParamsOf<Id extends OperationId> = {
  [Name in Names<Contract[Id]["path"]>]: Name extends `${string}Id` ? number : string;
};

/** Every parameter of the query, each with all its values. */
export type QueryOf<Id extends OperationId> = Contract[Id] extends { query: infer Query extends z.ZodObject }
  ? z.output<Query>
  : object;

/** The fields of the body; `never` where the operation takes none. */
export type BodyOf<Id extends OperationId> = Contract[Id] extends {
  body: { schema: infer Schema extends z.ZodObject };
}
  ? z.output<Schema>
  : never;

/** The body that a caller sends as JSON: without files. */
export type JsonOf<Id extends OperationId> = {
  [Field in keyof BodyOf<Id>]: Exclude<BodyOf<Id>[Field], FilePart>;
};

/** The record in the answer; `never` without one. */
export type AnswerOf<Id extends OperationId> = Contract[Id]["answer"] extends {
  schema: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;
