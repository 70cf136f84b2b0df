/**
 * What a caller may ask of the list of models and may change in one, judged in the words of the wire (wire-facts.md "Model").
 */
import { kept } from "#lib/core/kept-texts.ts";
import type { Prisma } from "#lib/db/client.ts";
import { choiceText } from "#lib/service/contract/errors.ts";
import { MODEL_SOURCES, MODEL_STATUSES, MODEL_TYPES } from "#lib/service/contract/records.ts";
import type { Body } from "../http/parsed-body.ts";
import { fieldErrors } from "../http/errors.ts";
import { Fields, describeValue } from "../http/fields.ts";

const NAME_LENGTH_MAX = 512;
const NOT_BOOLEAN = kept("Must be a valid boolean.");

/**
 * The filters `status`, `type` and `source`; each may be repeated and means any of its values.
 * @throws WireError 400 for values that do not exist.
 */
export function parseModelFilter(query: URLSearchParams): Prisma.ServiceModelWhereInput {
  const errors: Record<string, string[]> = {};
  const chosen = <T extends string>(name: string, choices: readonly T[]): T[] => {
    const sent = query.getAll(name).filter((value) => value !== "");
    const wrong = sent.filter((value) => !choices.some((choice) => choice === value));
    if (wrong.length > 0) errors[name] = wrong.slice(0, 10).map((value) => choiceText(describeValue(value)));
    return choices.filter((choice) => sent.includes(choice));
  };
  const status = chosen("status", MODEL_STATUSES);
  const type = chosen("type", MODEL_TYPES);
  const source = chosen("source", MODEL_SOURCES);
  if (Object.keys(errors).length > 0) throw fieldErrors(errors);
  return {
    ...(status.length > 0 ? { status: { in: status } } : {}),
    ...(type.length > 0 ? { type: { in: type } } : {}),
    ...(source.length > 0 ? { source: { in: source } } : {}),
  };
}

export type ModelChange = { name?: string | null; archived?: boolean };

/** The fields of a PATCH; keys that are not sent stay as they are. @throws WireError 400 by field. */
export function parseModelChange(body: Body): ModelChange {
  const fields = new Fields(body);
  const name = fields.text("name", { lengthMax: NAME_LENGTH_MAX, nullable: true });
  const archived = parseBoolean(fields, "archived");
  fields.finish();
  return {
    ...(name === undefined ? {} : { name }),
    ...(archived === undefined ? {} : { archived }),
  };
}

function parseBoolean(fields: Fields, name: string): boolean | undefined {
  const value = fields.raw(name);
  if (value === undefined || typeof value === "boolean") return value;
  if (fields.isForm && (value === "true" || value === "false")) return value === "true";
  fields.reject(name, NOT_BOOLEAN);
  return undefined;
}
