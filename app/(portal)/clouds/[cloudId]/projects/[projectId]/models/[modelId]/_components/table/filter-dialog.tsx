"use client";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input, Select } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { tellNumber } from "#lib/elements/told-values.ts";
import type { Filter, FilterOp, QueryColumn, TableQuery, ValueToken } from "#lib/elements/query/types.ts";
import type { TableAddress } from "./ask-table.ts";
import { makeFilter, readDraft, type FilterDraft } from "./filter-draft.ts";
import { OP_WORDS } from "#lib/features/views/condition-words.ts";
import { opsOf, sayFilter } from "./filter-words.ts";
import { understoodWords } from "./typed-number.ts";
import { fullNameOf, groupOf, nameOf } from "./shown-columns.ts";
import { ValueList } from "./value-list.tsx";
import type { FilterPlace } from "./view-changes.ts";

export type FilterTarget = { filter: Filter; place: FilterPlace } | { column: string | null };

/** A condition on one column: made, or changed. What was typed stays when another condition is chosen. */
export function FilterDialog({
  target,
  columns,
  address,
  query,
  returnFocusTo,
  onClose,
  onApply,
}: {
  target: FilterTarget;
  columns: readonly QueryColumn[];
  address: TableAddress;
  query: TableQuery;
  returnFocusTo: string | undefined;
  onClose: () => void;
  /** `orAt`: the condition that the new one is an alternative to; null: it must hold beside the others, or takes its place. */
  onApply: (filter: Filter, orAt: FilterPlace | null) => void;
}): ReactNode {
  const [draft, setDraft] = useState<FilterDraft>(() => startOf(target, columns));
  const [isChecked, setChecked] = useState(false);
  const [joined, setJoined] = useState("");
  const column = columns.find(({ id }) => id === draft.column);
  const made = column === undefined ? null : makeFilter(draft, column);
  const set = (part: Partial<FilterDraft>): void => setDraft((current) => ({ ...current, ...part }));
  const error = isChecked && made?.ok === false ? made.error : undefined;
  // The values of a column are counted under the other conditions, not under the one that is being changed.
  const others = "place" in target ? withoutCondition(query, target.place) : query;
  const alternatives = "place" in target ? [] : alternativesOf(query, columns);
  return (
    <Dialog
      title={"place" in target ? t("Change the filter") : t("Filter the rows")}
      open
      returnFocusTo={returnFocusTo}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      footer={
        <>
          <DialogClose>
            <Button>{t("Cancel")}</Button>
          </DialogClose>
          <Button variant="primary" form="filter-form" type="submit">
            {"place" in target ? t("Change filter") : t("Add filter")}
          </Button>
        </>
      }
    >
      <form
        id="filter-form"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          const other = alternatives.find(({ key }) => key === joined);
          if (made?.ok === true) onApply(made.filter, other?.place ?? null);
        }}
      >
        <Field label={t("Column")}>
          <Select
            value={draft.column}
            onChange={(event) => {
              const next = columns.find(({ id }) => id === event.target.value);
              set({
                column: event.target.value,
                values: [],
                op: next ? (opsOf(next)[0] ?? "contains") : draft.op,
              });
            }}
          >
            {groupsOf(columns).map(([group, members]) => (
              <optgroup key={group} label={group}>
                {members.map((member) => (
                  <option key={member.id} value={member.id}>
                    {nameOf(member)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        {column !== undefined && (
          <>
            <Field label={t("Condition")}>
              <Select value={draft.op} onChange={(event) => set({ op: event.target.value as FilterOp })}>
                {opsOf(column).map((op) => (
                  <option key={op} value={op}>
                    {t(OP_WORDS[op])}
                  </option>
                ))}
              </Select>
            </Field>
            <Operand draft={draft} column={column} error={error} address={address} query={others} set={set} />
            {alternatives.length > 0 && (
              <Field label={t("With the other filters")}>
                <Select value={joined} onChange={(event) => setJoined(event.target.value)}>
                  <option value="">{t("and: this must apply too")}</option>
                  {alternatives.map(({ key, words }) => (
                    <option key={key} value={key}>
                      {t("or: this, or “{condition}”", { condition: words })}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </>
        )}
      </form>
    </Dialog>
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
          {fullNameOf(column)} {t(OP_WORDS[draft.op])}.
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

/** The question without one condition. */
function withoutCondition(query: TableQuery, { group, at }: FilterPlace): TableQuery {
  if (group === null) return { ...query, filters: query.filters.filter((_, index) => index !== at) };
  // One of the others or the one being changed must hold: without it the group says nothing.
  return { ...query, anyOf: query.anyOf.filter((_, index) => index !== group) };
}

/** The conditions, or groups, that a new one can be an alternative to. */
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

function groupsOf(columns: readonly QueryColumn[]): [string, QueryColumn[]][] {
  const groups = new Map<string, QueryColumn[]>();
  for (const column of columns) {
    const group = groupOf(column);
    groups.set(group, [...(groups.get(group) ?? []), column]);
  }
  return [...groups];
}
