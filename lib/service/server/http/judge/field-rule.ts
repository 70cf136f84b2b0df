/** The rule of a field, derived once from its schema, so that bodies and queries are validated by the contract's own statement. */
import { z } from "zod";

type Schema = z.core.$ZodType;

/** What a field may contain other than null and a file. */
export type ValueRule =
  | { kind: "text"; lengthMin: number; lengthMax: number }
  | { kind: "boolean" }
  /** The number of a row. */
  | { kind: "id" }
  | { kind: "choice"; choices: readonly string[] }
  | { kind: "number"; choices: readonly number[] }
  /** A list of texts, each one of the choices; null: any text. */
  | { kind: "list"; choices: readonly string[] | null };

export type FieldRule = {
  isOptional: boolean;
  isNullable: boolean;
  takesFile: boolean;
  /** null: only a file. */
  value: ValueRule | null;
};

/** @throws Error for a kind of schema that bodies and queries do not use yet: it needs a rule here and a verdict in judge-field.ts. */
export function ruleOf(schema: Schema): FieldRule {
  if (schema instanceof z.ZodOptional) return { ...ruleOf(schema.unwrap()), isOptional: true };
  if (schema instanceof z.ZodNullable) return { ...ruleOf(schema.unwrap()), isNullable: true };
  const members: readonly Schema[] = schema instanceof z.ZodUnion ? schema.options : [schema];
  const values = members.filter((one) => !(one instanceof z.ZodNull) && !isFile(one));
  return {
    isOptional: false,
    isNullable: members.some((one) => one instanceof z.ZodNull),
    takesFile: members.some(isFile),
    value: values.length === 0 ? null : valueRuleOf(values),
  };
}

/** Whether the schema is the one type that JSON cannot hold. */
function isFile(schema: Schema): boolean {
  return schema instanceof z.ZodCustom;
}

function valueRuleOf(values: readonly Schema[]): ValueRule {
  const literals = values.flatMap((one) => (one instanceof z.ZodLiteral ? [...one.values] : []));
  const numbers = literals.filter((literal) => typeof literal === "number");
  if (numbers.length > 0 && numbers.length === values.length) return { kind: "number", choices: numbers };
  const [value] = values;
  if (values.length === 1) {
    if (value instanceof z.ZodString) {
      return { kind: "text", lengthMin: value.minLength ?? 0, lengthMax: value.maxLength ?? Infinity };
    }
    if (value instanceof z.ZodBoolean) return { kind: "boolean" };
    if (value instanceof z.ZodNumber && value.minValue === 0) return { kind: "id" };
    if (value instanceof z.ZodEnum) return { kind: "choice", choices: value.options.map(String) };
    if (value instanceof z.ZodArray) return { kind: "list", choices: choicesOf(value.element) };
  }
  throw new Error(`There is no rule for a field of ${values.map(({ _zod }) => _zod.def.type).join(" or ")}.`);
}

function choicesOf(item: Schema): readonly string[] | null {
  if (item instanceof z.ZodEnum) return item.options.map(String);
  if (item instanceof z.ZodString) return null;
  throw new Error(`There is no rule for a list of ${item._zod.def.type}.`);
}
