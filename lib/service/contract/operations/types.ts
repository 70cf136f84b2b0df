/** The types of an operation's input and answer, derived from its statement. */
import type { z } from "zod";
import type { Contract, OperationId } from "./index.ts";

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

/** The record in the answer; `never` without one. */
export type AnswerOf<Id extends OperationId> = Contract[Id]["answer"] extends {
  schema: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;
