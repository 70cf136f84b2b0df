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

/** The groups of the description. */
const GROUPS = {
  Clouds: cloudOperations,
  Projects: projectOperations,
  Models: modelOperations,
  Elements: elementOperations,
  Documents: documentOperations,
  Invitations: invitationOperations,
  People: userOperations,
  "People of projects": { ...projectUserOperations, ...projectInvitationOperations },
  Webhooks: webhookOperations,
} satisfies Record<string, Statements>;

type Groups = (typeof GROUPS)[keyof typeof GROUPS];
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Contract = Merged<Groups>;
export type OperationId = keyof Contract;

export const contract = Object.assign({}, ...Object.values(GROUPS)) as Contract;

export type Operation = Statement & { id: OperationId; group: string };

export const operations: readonly Operation[] = Object.entries<Statements>(GROUPS).flatMap(
  ([group, statements]) =>
    Object.entries(statements).map(([id, statement]) => ({ id: id as OperationId, group, ...statement })),
);

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
