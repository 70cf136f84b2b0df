/**
 * What a page of sums groups by and adds up: as an address says it, as a table can give it, and what is chosen where nobody chose. Columns are
 * named by their property, so that an address also fits the model's next version. Pure.
 */
import { columnIdSchema } from "#lib/elements/query/address/address.ts";
import {
  columnResolver,
  namedColumnId,
  parseNamedColumn,
  propertyNameOfColumn,
} from "#lib/elements/query/address/named-column.ts";
import { SUM_COLUMNS_MAX, SUM_GROUPS_MAX } from "#lib/elements/query/figures/sums.ts";
import {
  CLASS_COLUMN,
  ID_COLUMN,
  type QueryColumn,
  type TableDescription,
} from "#lib/elements/query/types.ts";
import { isRelationColumn } from "#lib/elements/relations/relation-columns.ts";
import type { SumsChoice } from "./write-sums.ts";

/** The most columns offered for each choice; those with the most values. */
export const OFFERED_MAX = 500;

type Address = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The choice that an address makes; null: it makes none. An empty parameter chooses no column. */
export function readSumsChoice(address: Address): SumsChoice | null {
  const { group, sum } = address;
  if (group === undefined && sum === undefined) return null;
  return { groups: idsIn(group, SUM_GROUPS_MAX), sums: idsIn(sum, SUM_COLUMNS_MAX) };
}

function idsIn(given: string | readonly string[] | undefined, most: number): string[] {
  const texts = typeof given === "string" ? [given] : (given ?? []);
  const ids = texts.filter((text) => text !== "" && columnIdSchema.safeParse(text).success);
  return [...new Set(ids)].slice(0, most);
}

/** The id of a column in addresses and forms. */
export function choiceId(column: QueryColumn): string {
  return column.origin === "pseudo" ? column.id : namedColumnId(propertyNameOfColumn(column));
}

/** The columns of a choice that a table has, and the names of those that it lacks. */
export function findChoice(table: TableDescription, choice: SumsChoice) {
  const resolve = columnResolver(table.columns);
  const byId = new Map(table.columns.map((column) => [column.id, column]));
  const absent = new Set<string>();
  const find = (id: string): QueryColumn[] => {
    const column = byId.get(resolve(id));
    if (column !== undefined) return [column];
    const name = parseNamedColumn(id);
    absent.add(name === null ? id : [name.set, name.property].filter(Boolean).join(": "));
    return [];
  };
  const once = (columns: QueryColumn[]): QueryColumn[] => [...new Set(columns)];
  return {
    groups: once(choice.groups.flatMap(find)),
    sums: once(choice.sums.flatMap(find)),
    absent: [...absent],
  };
}

export type FoundChoice = ReturnType<typeof findChoice>;

/** Columns to group by and to add up, in the table's order; chosen ones are always among them. */
export function offerColumns(
  table: TableDescription,
  chosen: Pick<FoundChoice, "groups" | "sums">,
): { groups: QueryColumn[]; sums: QueryColumn[] } {
  const there = table.columns.filter(
    ({ id, fill }) =>
      id !== ID_COLUMN && fill.present > 0 && (id !== CLASS_COLUMN || table.sources.length > 1),
  );
  return {
    groups: fullest(there, chosen.groups),
    sums: fullest(
      there.filter(({ kinds }) => kinds.number > 0),
      chosen.sums,
    ),
  };
}

function fullest(columns: readonly QueryColumn[], chosen: readonly QueryColumn[]): QueryColumn[] {
  if (columns.length <= OFFERED_MAX) return [...columns];
  const most = columns.toSorted((one, other) => other.fill.present - one.fill.present).slice(0, OFFERED_MAX);
  const kept = new Set([...most, ...chosen]);
  return columns.filter((column) => kept.has(column));
}

/** Storey and type where there are any, and the first area. */
export function usualChoice(table: TableDescription): SumsChoice {
  const relation = (name: string): QueryColumn[] =>
    table.columns.filter(
      (column) => isRelationColumn(column) && column.property === name && column.fill.present > 0,
    );
  const area = table.columns.find(
    ({ origin, unit, kinds }) =>
      origin === "set" && kinds.number > 0 && unit !== null && /^\p{L}+²$/u.test(unit),
  );
  return {
    groups: [...relation("Storey"), ...relation("Type")].map(choiceId),
    sums: area === undefined ? [] : [choiceId(area)],
  };
}
