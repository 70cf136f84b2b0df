"use client";
import { useState, type ReactNode } from "react";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { t } from "#lib/core/texts.ts";
import type { Filter, FilterOp, QueryColumn, TableQuery, ValueToken } from "#lib/elements/query/types.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import { OP_WORDS } from "#lib/features/views/condition-words.ts";
import type { TableAddress } from "./ask-table.ts";
import { makeFilter, readDraft, type FilterDraft } from "./filter-draft.ts";
import { opsOf, sayFilter } from "./filter-words.ts";
import { findColumns, fullNameOf, groupOf, nameOf } from "./shown-columns.ts";
import { understoodWords } from "./typed-number.ts";
import { ValueList } from "./value-list.tsx";
import type { FilterPlace } from "./view-changes.ts";

export type FilterTarget = { filter: Filter; place: FilterPlace } | { column: string | null };

/** Creates or changes a condition on one column. Input stays when another kind of condition is chosen. */
export function FilterForm({
  target,
  columns,
  address,
  query,
  onCancel,
  onApply,
}: {
  /** Another object resets the form. */
  target: FilterTarget;
  columns: readonly QueryColumn[];
  address: TableAddress;
  query: TableQuery;
  /** The condition being changed stays as it was. */
  onCancel: () => void;
  /** `orAt`: the condition that the new one is an alternative to; null: the new one must hold with the others, or replaces one. */
  onApply: (filter: Filter, orAt: FilterPlace | null) => void;
}): ReactNode {
  const [begun, setBegun] = useState(target);
  const [draft, setDraft] = useState<FilterDraft>(() => startOf(target, columns));
  const [isChecked, setChecked] = useState(false);
  const [joined, setJoined] = useState("");
  const [searched, setSearched] = useState("");
  if (begun !== target) {
    setBegun(target);
    setDraft(startOf(target, columns));
    setChecked(false);
    setJoined("");
    setSearched("");
  }
  const column = columns.find(({ id }) => id === draft.column);
  const made = column === undefined ? null : makeFilter(draft, column);
  const set = (part: Partial<FilterDraft>): void => setDraft((current) => ({ ...current, ...part }));
  const error = isChecked && made?.ok === false ? made.error : undefined;
  const changes = "place" in target;
  // The values of a column are counted under the other conditions, without the one being changed.
  const others = changes ? withoutCondition(query, target.place) : query;
  const alternatives = changes ? [] : alternativesOf(query, columns);
  return (
    <form
      aria-label={changes ? t("Change the filter") : t("Add a filter")}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        const other = alternatives.find(({ key }) => key === joined);
        if (made?.ok === true) onApply(made.filter, other?.place ?? null);
      }}
    >
      <ColumnField
        columns={columns}
        chosen={draft.column}
        typed={searched}
        onType={setSearched}
        onChoose={(next) => set({ column: next.id, values: [], op: opsOf(next)[0] ?? "contains" })}
      />
      {column !== undefined && (
        <>
          <Field label={t("Condition")}>
            <Select value={draft.op} onChange={(event) => set({ op: event.target.value as FilterOp })}>
              <Options of={opsOf(column).map((op) => [op, t(OP_WORDS[op])])} />
            </Select>
          </Field>
          <Operand draft={draft} column={column} error={error} address={address} query={others} set={set} />
          {alternatives.length > 0 && (
            <Field label={t("With the other filters")}>
              <Select value={joined} onChange={(event) => setJoined(event.target.value)}>
                <option value="">{t("and: this must apply too")}</option>
                <Options
                  of={alternatives.map(({ key, words }) => [
                    key,
                    t("or: this, or “{condition}”", { condition: words }),
                  ])}
                />
              </Select>
            </Field>
          )}
        </>
      )}
      <span className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" disabled={column === undefined}>
          {changes ? t("Change filter") : t("Add filter")}
        </Button>
        {changes && <Button onClick={onCancel}>{t("Cancel")}</Button>}
      </span>
    </form>
  );
}

/** Finds a column by a part of its name or of its set's. */
function ColumnField({
  columns,
  chosen,
  typed,
  onType,
  onChoose,
}: {
  columns: readonly QueryColumn[];
  chosen: string;
  typed: string;
  onType: (typed: string) => void;
  onChoose: (column: QueryColumn) => void;
}): ReactNode {
  const found = findColumns(columns, typed);
  // The chosen column stays visible, whatever is typed.
  const listed = columns.filter((column) => column.id === chosen || found.includes(column));
  return (
    <div className="grid gap-1.5">
      <Input
        type="search"
        aria-label={t("Find a column")}
        placeholder={t("Find a column or a set")}
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          const next = findColumns(columns, event.target.value);
          const [first] = next;
          if (first !== undefined && !next.some(({ id }) => id === chosen)) onChoose(first);
        }}
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status" className="text-12 text-fg-3 empty:hidden">
        {typed.trim() === ""
          ? ""
          : found.length === 0
            ? t("No column has “{typed}” in its name.", { typed: typed.trim() })
            : t("{count, plural, one {# column} other {# columns}} found", { count: found.length })}
      </p>
      <Field label={t("Column")}>
        <Select
          value={chosen}
          onChange={(event) => {
            const next = columns.find(({ id }) => id === event.target.value);
            if (next !== undefined) onChoose(next);
          }}
        >
          {[...Map.groupBy(listed, groupOf)].map(([group, members]) => (
            <optgroup key={group} label={marked(group)}>
              <Options of={members.map((member) => [member.id, nameOf(member)])} />
            </optgroup>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function Operand({
  draft,
  column,
  error,
  address,
  query,
  set,
}: {
  draft: FilterDraft;
  column: QueryColumn;
  error: string | undefined;
  address: TableAddress;
  query: TableQuery;
  set: (part: Partial<FilterDraft>) => void;
}): ReactNode {
  const unit = column.kind === "number" ? ` (${column.unit ?? t("unit not stated")})` : "";
  switch (draft.op) {
    case "oneOf":
    case "notOneOf":
      return (
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-13 font-medium">{t("Values")}</legend>
          <ValueList
            address={address}
            query={query}
            column={column.id}
            isSearched={column.kind !== "boolean"}
            chosen={draft.values}
            onChange={(values: ValueToken[]) => set({ values })}
          />
          {error !== undefined && (
            <p role="alert" className="mt-1.5 text-13 text-bad">
              {error}
            </p>
          )}
        </fieldset>
      );
    case "between":
    case "notBetween":
      return (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("From{unit}", { unit })} hint={understoodWords(draft.min)} error={error}>
            <Input
              inputMode="decimal"
              value={draft.min}
              onChange={(event) => set({ min: event.target.value })}
              placeholder={column.min === null ? "" : tellNumber(column.min)}
            />
          </Field>
          <Field label={t("To{unit}", { unit })} hint={understoodWords(draft.max)}>
            <Input
              inputMode="decimal"
              value={draft.max}
              onChange={(event) => set({ max: event.target.value })}
              placeholder={column.max === null ? "" : tellNumber(column.max)}
            />
          </Field>
        </div>
      );
    case "contains":
    case "notContains":
    case "equals":
    case "notEquals":
      return (
        <Field
          label={column.kind === "number" ? t("Number{unit}", { unit }) : t("Text")}
          hint={column.kind === "number" && draft.op.endsWith("quals") ? understoodWords(draft.text) : null}
          error={error}
        >
          <Input
            value={draft.text}
            onChange={(event) => set({ text: event.target.value })}
            autoComplete="off"
          />
        </Field>
      );
    default:
      return (
        <p className="text-13 text-fg-2">
          {marked(fullNameOf(column))} {t(OP_WORDS[draft.op])}.
        </p>
      );
  }
}

function startOf(target: FilterTarget, columns: readonly QueryColumn[]): FilterDraft {
  if ("place" in target) return readDraft(target.filter);
  const column = columns.find(({ id }) => id === target.column) ?? columns[0];
  return {
    column: column?.id ?? "",
    op: column === undefined ? "contains" : (opsOf(column)[0] ?? "contains"),
    text: "",
    min: "",
    max: "",
    values: [],
  };
}

/** The query without one condition. */
function withoutCondition(query: TableQuery, { group, at }: FilterPlace): TableQuery {
  if (group === null) return { ...query, filters: query.filters.filter((_, index) => index !== at) };
  // One of the others or the one being changed must hold: without the latter the group has no effect.
  return { ...query, anyOf: query.anyOf.filter((_, index) => index !== group) };
}

/** The conditions, or groups, that a new condition can be an alternative to. */
function alternativesOf(
  { filters, anyOf }: TableQuery,
  columns: readonly QueryColumn[],
): { key: string; words: string; place: FilterPlace }[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return [
    ...filters.map((filter, at) => ({
      key: `f${String(at)}`,
      words: sayFilter(filter, byId),
      place: { group: null, at },
    })),
    ...anyOf.map((list, group) => ({
      key: `g${String(group)}`,
      words: list.map((filter) => sayFilter(filter, byId)).join(` ${t("or")} `),
      place: { group, at: 0 },
    })),
  ];
}
