/*
 * Turns a query into SQL over codes: each condition is evaluated on the dictionary first, which has every value once, and becomes a
 * comparison of whole numbers. Texts are bound as parameters; the SQL itself contains only our own names and numbers.
 */
import { decimalOf } from "./decimal.ts";
import type { AnswerRow, Bound } from "./duck.ts";
import type { ColumnAccess, IndexReader } from "./index/index-file.ts";
import type { Filter, TableQuery, ValueToken } from "./types.ts";
import { foldText, KINDS } from "./values.ts";

/**
 * The rows of `e` that match a query: a table expression for WITH ("" for none), the part after FROM, and their parameters in this order.
 */
export type Selection = { readonly hits: string; readonly from: string; readonly values: Bound };

/** Up to this number, codes are listed in the SQL; more codes are looked up in the dictionary for each row. */
const LISTED_CODES_MAX = 2_000;

const NOTHING = "false";

type Sql = { readonly sql: string; readonly values: Bound };

/**
 * Selects the rows that match a query.
 * @param counted a column whose values are counted: it is joined, and its filters are ignored, as are groups with such a filter
 */
export async function selectRows(
  index: IndexReader,
  query: TableQuery,
  counted?: ColumnAccess,
): Promise<Selection> {
  const { catalog } = index;
  const conditionOf = async (filter: Filter): Promise<Sql> => {
    const column = index.column(filter.column);
    if (column.join !== null) joins.add(column.join);
    const condition = await filterCondition(index, column, filter);
    return filter.op.startsWith("not") ? not(condition) : condition;
  };
  const joins = new Set<string>();
  if (counted?.join) joins.add(counted.join);
  const conditions: Sql[] = [];
  let hits = plain("");
  if (query.search !== "") {
    const search = await searchCondition(index, query);
    hits = search.hits;
    conditions.push(search.condition);
  }
  for (const filter of query.filters) {
    if (filter.column !== counted?.id) conditions.push(await conditionOf(filter));
  }
  for (const group of query.anyOf) {
    if (group.some(({ column }) => column === counted?.id)) continue;
    const parts: Sql[] = [];
    for (const filter of group) parts.push(await conditionOf(filter));
    conditions.push(anyOf(parts));
  }
  const where = conditions.map(({ sql }) => `(${sql})`).join(" AND ");
  return {
    hits: hits.sql,
    from: `${catalog}.e AS e ${[...joins].join(" ")}${where === "" ? "" : ` WHERE ${where}`}`,
    values: [...hits.values, ...conditions.flatMap(({ values }) => values)],
  };
}

/** `WITH …` for a selection's table expression and further ones; "" without any. */
export function withExpressions(selection: Selection, ...more: string[]): string {
  const all = [selection.hits, ...more].filter((expression) => expression !== "");
  return all.length === 0 ? "" : `WITH ${all.join(", ")} `;
}

/** The condition of a filter; for `not…` that of its counterpart. */
async function filterCondition(index: IndexReader, column: ColumnAccess, filter: Filter): Promise<Sql> {
  const { code, blank, none, missing } = column;
  switch (filter.op) {
    case "missing":
    case "notMissing":
      return plain(`${code} = ${String(missing)}`);
    case "null":
    case "notNull":
      return plain(`${code} >= ${String(none)} AND ${code} < ${String(missing)}`);
    case "emptyText":
    case "notEmptyText":
      return plain(`${code} >= ${String(blank)} AND ${code} < ${String(none)}`);
    case "present":
    case "notPresent":
      return plain(`${code} < ${String(blank)}`);
    case "contains":
    case "notContains":
      return withCodes(index, column, containsText(filter.text));
    case "equals":
    case "notEquals":
      return oneOf(index, column, [filter.value]);
    case "oneOf":
    case "notOneOf":
      return oneOf(index, column, filter.values);
    case "between":
    case "notBetween":
      return withCodes(index, column, between(filter.min, filter.max));
  }
}

const plain = (sql: string): Sql => ({ sql, values: [] });
const not = ({ sql, values }: Sql): Sql => ({ sql: `NOT (${sql})`, values });

function anyOf(parts: readonly Sql[]): Sql {
  return parts.length === 0
    ? plain(NOTHING)
    : { sql: parts.map(({ sql }) => `(${sql})`).join(" OR "), values: parts.flatMap(({ values }) => values) };
}

async function oneOf(index: IndexReader, column: ColumnAccess, values: readonly ValueToken[]): Promise<Sql> {
  const conditions = [...Map.groupBy(values, ({ kind }) => kind).values()].flatMap(equalsAny);
  const parts: Sql[] = [];
  if (conditions.length > 0) {
    parts.push(await withCodes(index, column, anyOf(conditions)));
  }
  if (values.some(({ kind }) => kind === "missing"))
    parts.push(plain(`${column.code} = ${String(column.missing)}`));
  return anyOf(parts);
}

/**
 * Dictionary conditions that a value equals one of some tokens of one kind; none for a missing property, which the dictionary does not
 * hold.
 */
function equalsAny(tokens: readonly ValueToken[]): Sql[] {
  const kind = tokens[0]?.kind ?? "missing";
  const texts = tokens.flatMap((token) => ("text" in token ? [token.text] : []));
  const marks = texts.map(() => "?").join(", ");
  switch (kind) {
    case "missing":
      return [];
    case "boolean":
      return tokens.map((token) =>
        plain(`kind = ${String("value" in token && token.value ? KINDS.TRUE : KINDS.FALSE)}`),
      );
    case "empty":
      return [plain(`kind = ${String(KINDS.EMPTY)}`)];
    case "none":
      return [plain(`kind = ${String(KINDS.NONE)}`)];
    case "number":
      return [
        {
          sql: `kind = ${String(KINDS.NUMBER)} AND coalesce(key, fold) IN (${marks})`,
          values: texts.map((text) => decimalOf(text) ?? text),
        },
      ];
    default: {
      const number = { text: KINDS.TEXT, list: KINDS.LIST, object: KINDS.OBJECT }[kind];
      // Folded texts narrow the search quickly; the matches are then compared exactly.
      return [
        {
          sql: `kind = ${String(number)} AND fold IN (${marks}) AND coalesce(text, fold) IN (${marks})`,
          values: [...texts.map(foldText), ...texts],
        },
      ];
    }
  }
}

/** The dictionary condition that a value's text contains another; numbers are searched with a decimal point and with a decimal comma. */
export function containsText(text: string): Sql {
  const folded = foldText(text);
  const isNumber = `kind = ${String(KINDS.NUMBER)}`;
  // A text that no number can contain is not searched among numbers, which are most of the distinct values.
  if (/^[-+.0-9e]*$/.test(folded)) return { sql: "contains(fold, ?)", values: [folded] };
  if (!/^(?:[-+0-9e]*\d,[-+0-9e]*|,\d[-+0-9e]*)$/.test(folded))
    return { sql: `NOT (${isNumber}) AND contains(fold, ?)`, values: [folded] };
  return {
    sql: `CASE WHEN ${isNumber} THEN contains(replace(fold, '.', ','), ?) ELSE contains(fold, ?) END`,
    values: [folded, folded],
  };
}

function between(min: number | null, max: number | null): Sql {
  const ends = [
    ...(min === null ? [] : [{ sql: "num >= ?", value: min }]),
    ...(max === null ? [] : [{ sql: "num <= ?", value: max }]),
  ];
  const kind = `kind = ${String(KINDS.NUMBER)}`;
  return { sql: [kind, ...ends.map(({ sql }) => sql)].join(" AND "), values: ends.map(({ value }) => value) };
}

/** The row condition that the code's value meets the dictionary condition. */
async function withCodes(index: IndexReader, column: ColumnAccess, { sql, values }: Sql): Promise<Sql> {
  const dictionary = `${index.catalog}.d WHERE col = ${String(column.number)} AND (${sql})`;
  const [found = []] = await index.ask(`SELECT ${FOUND} FROM ${dictionary}`, values);
  if (Number(found[0] ?? 0) === 0) return plain(NOTHING);
  const compared = compareCodes(column.code, found);
  return compared === null
    ? { sql: `${column.code} IN (SELECT code FROM ${dictionary})`, values }
    : plain(compared);
}

/** What must be known about the codes that were found in a column, for `compareCodes`. */
const FOUND = `count(*), min(code), max(code), CASE WHEN count(*) <= ${String(LISTED_CODES_MAX)} THEN list(code) END`;

/** The condition that a code is among those found; null when they are too many to be listed. */
function compareCodes(code: string, [count, min, max, listed]: AnswerRow): string | null {
  const [first, last] = [Number(min), Number(max)];
  if (first === last) return `${code} = ${String(first)}`;
  if (last - first + 1 === Number(count)) return `${code} BETWEEN ${String(first)} AND ${String(last)}`;
  return isItems(listed) ? `${code} IN (${listed.items.map(Number).join(", ")})` : null;
}

function isItems(value: unknown): value is { items: readonly unknown[] } {
  return typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);
}

/** The search over many columns: values that contain the text are looked up once, in the dictionary of all columns. */
async function searchCondition(
  index: IndexReader,
  query: TableQuery,
): Promise<{ hits: Sql; condition: Sql }> {
  const columns = query.searchIn === null ? index.all() : query.searchIn.map((id) => index.column(id));
  const { sql, values } = containsText(query.search);
  const some =
    query.searchIn === null ? "" : `col IN (${[-1, ...columns.map(({ number }) => number)].join(", ")}) AND `;
  const hits = `SELECT col, code FROM ${index.catalog}.d WHERE ${some}${sql}`;
  const rows = await index.ask(`SELECT col, ${FOUND} FROM (${hits}) GROUP BY col`, values);
  const found = new Map(rows.map(([column, ...codes]) => [Number(column), codes]));
  const parts: string[] = [];
  let looksUp = false;
  let hasLong = false;
  for (const { number, code, join } of columns) {
    const codes = found.get(number);
    if (codes === undefined) continue;
    if (join !== null) {
      hasLong = true;
      continue;
    }
    const compared = compareCodes(code, codes);
    looksUp ||= compared === null;
    parts.push(compared ?? `${code} IN (SELECT code FROM hits WHERE col = ${String(number)})`);
  }
  if (hasLong) {
    parts.push(
      `e.row IN (SELECT l.row FROM ${index.catalog}.l AS l JOIN hits ON hits.col = l.col AND hits.code = l.code)`,
    );
  }
  if (parts.length === 0) return { hits: plain(""), condition: plain(NOTHING) };
  const expression = looksUp || hasLong ? { sql: `hits AS MATERIALIZED (${hits})`, values } : plain("");
  return { hits: expression, condition: plain(parts.join(" OR ")) };
}
