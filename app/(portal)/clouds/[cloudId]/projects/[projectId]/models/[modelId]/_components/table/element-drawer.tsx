"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Drawer } from "#app/_ui/data-table/drawer.tsx";
import { markOf } from "#app/_ui/data-table/grid/cell-text.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { marked } from "#app/_ui/marked.ts";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { ElementDetail, ElementProperty, TableQuery } from "#lib/elements/query/types.ts";
import { isRelationColumn } from "#lib/elements/relations/relation-columns.ts";
import { tellCell } from "#lib/elements/told-values.ts";
import { fromWire, type Cell } from "#lib/elements/wire.ts";
import { elementQuery, type TableAddress } from "./ask-table.ts";
import { groupOf, nameOf } from "./shown-columns.ts";

/** Everything that the answer says about one element, set by set, with links to its neighbours. */
export function ElementDrawer({
  address,
  query,
  row,
  matches,
  onClose,
  onGo,
}: {
  address: TableAddress;
  query: TableQuery;
  /** The row's number in the table. */
  row: number;
  /** Rows that match the query. */
  matches: number;
  onClose: () => void;
  /** Opens the row at a position among the matching rows. */
  onGo: (place: number) => void;
}): ReactNode {
  const {
    data: detail = null,
    error,
    isPending,
    isPlaceholderData: isOld,
  } = useQuery({ ...elementQuery(address, query, row), placeholderData: keepPreviousData });
  const place = detail?.place ?? null;
  // After the query changes, the position is unknown until the answer comes; a link disabled until then would lose the focus.
  const go = (to: number): void => {
    if (!isOld) onGo(to);
  };
  return (
    <Drawer
      title={detail === null ? t("Reading the element") : titleOf(detail)}
      sub={
        detail !== null && (
          <span className="flex flex-wrap items-center gap-x-2">
            <Mono>{detail.id}</Mono>
            <CopyButton text={detail.id} label={t("Copy the GlobalId")} />
            <span role="status">
              {detail.place === null
                ? t("{ifcClass}, not among the rows shown: search or filters leave it out", {
                    ifcClass: detail.source.ifcClass,
                  })
                : t("{ifcClass}, row {place}", {
                    ifcClass: detail.source.ifcClass,
                    place: formatCount(detail.place + 1),
                  })}
            </span>
          </span>
        )
      }
      onClose={onClose}
      onPrevious={place !== null && place > 0 ? () => go(place - 1) : undefined}
      onNext={place !== null && place + 1 < matches ? () => go(place + 1) : undefined}
      footer={
        detail !== null && (
          <CopyButton text={toJson(detail)} label={t("Copy as JSON")} words={t("Copy as JSON")} />
        )
      }
    >
      {isPending && (
        <div className="p-4">
          <Skeleton className="h-60" />
        </div>
      )}
      {error !== null && (
        <div className="p-4">
          <Note tone="bad" title={t("The element could not be read.")} live>
            {error.whole}
          </Note>
        </div>
      )}
      {detail !== null && (
        <div aria-busy={isOld || undefined}>
          {groupsOf(detail.properties).map(([group, properties]) => (
            <section key={group} className="border-b border-line px-4 py-3 last:border-b-0">
              <h3 className="mb-2 flex justify-between gap-3 text-12 font-medium text-fg-2">
                <span className="min-w-0 [overflow-wrap:anywhere]">{wrapped(group)}</span>
                <span className="flex-none font-normal text-fg-3">
                  {t("{filled} of {all} filled", {
                    filled: formatCount(properties.filter(hasValue).length),
                    all: formatCount(properties.length),
                  })}
                </span>
              </h3>
              <dl className="grid gap-1.5">
                {properties.map(({ column, cell }) => (
                  <div key={column.id} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 text-13">
                    <dt className="text-fg-2 [overflow-wrap:anywhere]">{wrapped(nameOf(column))}</dt>
                    <dd className="[overflow-wrap:anywhere]">
                      <Value cell={cellOf(cell)} unit={column.unit} isNumber={column.kind === "number"} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <p className="px-4 py-3 text-12 text-fg-3">
            {detail.properties.some(({ column }) => column.origin === "set")
              ? t(
                  "Values as the service sends them. The service does not say which come from the element and which from its type.",
                )
              : t("Attributes only. The service sent no property sets for this element.")}
          </p>
        </div>
      )}
    </Drawer>
  );
}

function Value({ cell, unit, isNumber }: { cell: Cell; unit: string | null; isNumber: boolean }): ReactNode {
  switch (markOf(cell)) {
    case "null":
    case "missing":
      return <span className="text-fg-3">{t("no value")}</span>;
    case "empty":
      return <span className="text-fg-3">{t("“” empty text")}</span>;
    case "blank":
      return (
        <span>
          “{marked(tellCell(cell))}” <span className="text-fg-3">{t("white space only")}</span>
        </span>
      );
    case "json":
      return <Mono>{tellCell(cell)}</Mono>;
    case "value":
      return (
        <span className="whitespace-pre-wrap">
          {wrapped(tellCell(cell))}
          {isNumber && <span className="text-fg-3"> {marked(unit) ?? t("(unit not stated)")}</span>}
        </span>
      );
  }
}

function cellOf(cell: ElementProperty["cell"]): Cell {
  return fromWire([{ id: "", cells: [cell] }])[0]?.cells[0];
}

function hasValue({ cell }: ElementProperty): boolean {
  const mark = markOf(cellOf(cell));
  return mark !== "null" && mark !== "missing" && mark !== "empty";
}

function groupsOf(properties: readonly ElementProperty[]): [string, ElementProperty[]][] {
  return [...Map.groupBy(properties, ({ column }) => groupOf(column))];
}

function titleOf(detail: ElementDetail): string {
  const name = detail.properties.find(
    ({ column }) => column.origin === "attribute" && column.property === "Name",
  );
  const text = name === undefined ? "" : tellCell(cellOf(name.cell)).trim();
  return text === "" ? t("{ifcClass} without a name", { ifcClass: detail.source.ifcClass }) : text;
}

/** The element in the form of the service's answer; numbers digit by digit. */
function toJson(detail: ElementDetail): string {
  const sets = groupsOf(detail.properties).map(([group, properties]) => {
    const column = properties[0]?.column;
    const isOwn = column !== undefined && isRelationColumn(column);
    const name = column?.origin === "attribute" ? "attributes" : isOwn ? column.set : group;
    const members = properties.map((one) => {
      const key = isOwn ? one.column.property : nameOf(one.column);
      return `    ${JSON.stringify(key)}: ${jsonOf(cellOf(one.cell))}`;
    });
    return `  ${JSON.stringify(name)}: {\n${members.join(",\n")}\n  }`;
  });
  return `{${JSON.stringify(detail.id)}: {\n${sets.join(",\n")}\n}}`;
}

function jsonOf(cell: Cell): string {
  if (cell === undefined || cell === null) return "null";
  if (typeof cell === "object") return cell.text;
  return JSON.stringify(cell);
}
