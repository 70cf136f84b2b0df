/**
 * Validates bodies and queries by the contract's schemas (contract/inputs.ts): every field is checked, and all errors are answered at once,
 * also those that only the operation itself can find.
 */
import type { z } from "zod";
import type { FieldErrorsBody } from "#lib/service/contract/errors.ts";
import { fieldErrors } from "../errors.ts";
import { ruleOf, type FieldRule } from "./field-rule.ts";
import { judgeField, judgeQueryField, type Verdict } from "./judge-field.ts";
import type { Body } from "../body/multipart.ts";
import { isForeignKeyViolation } from "#lib/db/errors.ts";

/** What was sent: keys that were not sent are absent, and no value is undefined. */
export type Sent<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

export type Judged<Values> = {
  /** The valid fields. */
  values: Partial<Sent<Values>>;
  /** A field exactly as it was sent, white space included. */
  raw: (name: keyof Values & string) => unknown;
  /**
   * The complete body. `more`: further errors by field; an empty list is not an error.
   * @throws WireError 400 with all errors
   */
  finish: (more?: FieldErrorsBody) => Sent<Values>;
};

/** Makes a validator of bodies; it ignores fields that the schema does not have. @throws Error for a field without a rule */
export function createBodyJudge<Schema extends z.ZodObject>(
  schema: Schema,
): (body: Body) => Judged<z.output<Schema>> {
  const rules = rulesOf(schema);
  return (body) => {
    const [values, errors] = judgeAll(rules, (rule, name) => {
      const texts = body.kind === "form" ? (body.repeated?.get(name) ?? []) : undefined;
      return judgeField(rule, { value: body.values.get(name), file: body.files.get(name), texts });
    });
    return {
      values,
      raw: (name) => body.values.get(name),
      finish: (more = {}) => {
        refuse([...errors, ...Object.entries(more)]);
        return values as Sent<z.output<Schema>>;
      },
    };
  };
}

/** Makes a validator of queries, which throws WireError 400 with all errors. @throws Error for a field without a rule */
export function createQueryJudge<Schema extends z.ZodObject>(
  schema: Schema,
): (query: URLSearchParams) => z.output<Schema> {
  const rules = rulesOf(schema);
  return (query) => {
    const [values, errors] = judgeAll(rules, (rule, name) => judgeQueryField(rule, query.getAll(name)));
    refuse(errors);
    return values as z.output<Schema>;
  };
}

type Rules = readonly (readonly [name: string, rule: FieldRule])[];
type Complaints = readonly (readonly [name: string, sentences: string[]])[];

function rulesOf(schema: z.ZodObject): Rules {
  return Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, ruleOf(field)]);
}

function judgeAll(
  rules: Rules,
  judge: (rule: FieldRule, name: string) => Verdict,
): [values: object, errors: Complaints] {
  const values: Record<string, unknown> = {};
  const errors: [string, string[]][] = [];
  for (const [name, rule] of rules) {
    const verdict = judge(rule, name);
    if (!verdict.ok) errors.push([name, verdict.sentences]);
    else if (verdict.value !== undefined) values[name] = verdict.value;
  }
  return [values, errors];
}

function refuse(complaints: Complaints): void {
  const errors = new Map<string, string[]>();
  for (const [name, sentences] of complaints) {
    if (sentences.length > 0) errors.set(name, [...(errors.get(name) ?? []), ...sentences]);
  }
  if (errors.size > 0) throw fieldErrors(Object.fromEntries(errors));
}

/** Runs check and write; once more if a row that the write refers to was gone. */
export async function judgeAgainIfGone<T>(checkAndWrite: () => Promise<T>): Promise<T> {
  try {
    return await checkAndWrite();
  } catch (thrown) {
    if (!isForeignKeyViolation(thrown)) throw thrown;
    return checkAndWrite();
  }
}
