"use client";
import { ChevronDown, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { ClassStrip, GridPage } from "#app/_ui/data-table/grid-page.tsx";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { formatCount, formatCounted } from "#app/_ui/format/count.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import type { TableView } from "#lib/elements/query/types.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { ClassChoices, SnapshotView, TableState } from "#lib/features/elements/schema.ts";
import { classHref, ClassPicker } from "./class-picker.tsx";
import { ExportButton, exportStatus, useExportDesk } from "./export-panel.tsx";
import { TableWhenReady, type OpenedTable } from "./opened-table.tsx";
import { ReadAgain, type ModelIds } from "./read-again.tsx";
import { ReadingProgress } from "./reading-progress.tsx";

const STRIP_CLASSES_MAX = 7;

type Props = {
  /** The address of the model's page. */
  path: string;
  ids: ModelIds;
  choices: ClassChoices;
  ifcClass: string;
  table: TableState;
  /** null: there is no table to open. */
  opened: OpenedTable | null;
  view: TableView;
  /** Parts of the address that could not be used. */
  ignored: readonly string[];
  exportKey: string;
};

/** The page of a class: what is shown, the other classes, the table or why there is none, and its export. */
export function ElementView(props: Props): ReactNode {
  const { path, ids, choices, ifcClass, table } = props;
  const desk = useExportDesk(props.exportKey);
  const snapshot = table.state === "ready" ? table.snapshot : null;
  const status = exportStatus(desk);
  return (
    <GridPage
      label={ifcClass === "" ? "Elements" : ifcClass}
      title={<Title path={path} ids={ids} choices={choices} ifcClass={ifcClass} snapshot={snapshot} />}
      actions={
        snapshot !== null && snapshot.rows > 0 ? <ExportButton desk={desk} snapshot={snapshot} /> : undefined
      }
      strip={<Strip path={path} choices={choices} ifcClass={ifcClass} />}
      {...(table.state === "reading"
        ? { tools: <ReadingProgress key={table.reading.snapshotId} reading={table.reading} /> }
        : status === null
          ? {}
          : { tools: <div className="min-w-0 flex-1">{status}</div> })}
    >
      <Facts
        ids={ids}
        ifcClass={ifcClass}
        snapshot={snapshot}
        className="flex-none border-b border-line px-4 py-1 md:hidden"
      />
      <Body {...props} />
    </GridPage>
  );
}

function Title({
  path,
  ids,
  choices,
  ifcClass,
  snapshot,
}: Pick<Props, "path" | "ids" | "choices" | "ifcClass"> & { snapshot: SnapshotView | null }): ReactNode {
  const noun = ifcClass === "" ? "elements" : classNoun(ifcClass, 2);
  return (
    <>
      <h1 className="text-16">
        <ClassPicker
          path={path}
          choices={choices}
          current={ifcClass}
          trigger={
            <Button aria-label={`${capitalised(noun)}: choose a class`}>
              <span className="text-14 font-semibold">{capitalised(noun)}</span>
              <ChevronDown aria-hidden />
            </Button>
          }
        />
      </h1>
      <Facts ids={ids} ifcClass={ifcClass} snapshot={snapshot} className="max-md:hidden" />
    </>
  );
}

/** What the table is of, and when it was read. Beside the title, or in a line of its own where that is too narrow. */
function Facts({
  ids,
  ifcClass,
  snapshot,
  className,
}: Pick<Props, "ids" | "ifcClass"> & { snapshot: SnapshotView | null; className: string }): ReactNode {
  if (ifcClass === "") return null;
  return (
    <div className={cx("flex flex-wrap items-center gap-x-1 text-13 text-fg-3", className)}>
      <span>
        <Mono>{ifcClass}</Mono> without subtypes
      </span>
      {snapshot !== null && (
        <>
          <span>
            · read <RelativeTime at={snapshot.readAt} /> from the service
          </span>
          <ReadAgain ids={ids} ifcClass={ifcClass} quiet />
        </>
      )}
    </div>
  );
}

function Strip({ path, choices, ifcClass }: Pick<Props, "path" | "choices" | "ifcClass">): ReactNode {
  const { counted } = choices;
  if (counted === null || counted.length === 0) return null;
  const largest = counted.slice(0, STRIP_CLASSES_MAX);
  const current = counted.find((entry) => entry.ifcClass === ifcClass);
  const shown =
    current === undefined || largest.includes(current) ? largest : [...largest.slice(0, -1), current];
  const others = counted.length - shown.length;
  return (
    <ClassStrip
      label="Classes in this model"
      items={shown.map((entry) => ({
        label: entry.ifcClass,
        href: classHref(path, entry.ifcClass),
        count: entry.count,
        current: entry.ifcClass === ifcClass,
      }))}
      more={
        <ClassPicker
          path={path}
          choices={choices}
          current={ifcClass}
          trigger={
            <Button size="sm" variant="ghost">
              {others > 0 ? `${formatCount(others)} more` : "All classes"}
              <ChevronDown aria-hidden className="size-3" />
            </Button>
          }
        />
      }
    />
  );
}

function Body({ path, ids, ifcClass, table, opened, view, ignored }: Props): ReactNode {
  switch (table.state) {
    case "reading":
      return <GridSkeleton label={classNoun(ifcClass, 2)} />;
    case "failed":
      return (
        <div className="p-4">
          <Note
            tone="bad"
            title={`The ${classNoun(ifcClass, 2)} could not be read.`}
            reference={{ id: table.reference }}
            action={<ReadAgain ids={ids} ifcClass={ifcClass} />}
          >
            {table.message}
          </Note>
        </div>
      );
    case "unknownClass":
      return (
        <Blank
          icon={<SearchX aria-hidden />}
          title={`No IFC schema has a class “${ifcClass}”`}
          action={table.suggestions.map((suggestion) => (
            <LinkButton key={suggestion} href={classHref(path, suggestion)} prefetch={false}>
              {suggestion}
            </LinkButton>
          ))}
        >
          {table.suggestions.length > 0
            ? "The service was not asked. Names that come near to it:"
            : "The service was not asked. Choose a class above."}
        </Blank>
      );
    case "noElements":
      return (
        <Blank icon={<SearchX aria-hidden />} title="This model has no elements">
          The service has read it and found none of any class.
        </Blank>
      );
    case "ready":
      return (
        <Ready table={table} ids={ids} ifcClass={ifcClass} opened={opened} view={view} ignored={ignored} />
      );
  }
}

function Ready({
  table,
  ids,
  ifcClass,
  opened,
  view,
  ignored,
}: Pick<Props, "ids" | "ifcClass" | "opened" | "view" | "ignored"> & {
  table: Extract<TableState, { state: "ready" }>;
}): ReactNode {
  const { snapshot, stale } = table;
  return (
    <>
      {stale !== null && (
        <div className="border-b border-line p-2">
          <Note
            tone="warn"
            title="This is what was read before; reading it anew did not succeed."
            reference={{ id: stale.reference }}
            action={<ReadAgain ids={ids} ifcClass={ifcClass} />}
          >
            {stale.message}
          </Note>
        </div>
      )}
      {ignored.length > 0 && (
        <div className="border-b border-line p-2">
          <Note tone="warn" title="The address says more than this table can show.">
            These parts of it could not be read and were left out: {ignored.join(", ")}.
          </Note>
        </div>
      )}
      {snapshot.warnings.length > 0 && <Warnings snapshot={snapshot} />}
      {snapshot.rows === 0 ? (
        <Blank icon={<SearchX aria-hidden />} title={`No ${ifcClass} in this model`}>
          The service answered that it has none of this class. Subtypes are classes of their own: choose
          another class above.
        </Blank>
      ) : (
        opened !== null && (
          <TableWhenReady
            key={snapshot.id}
            opened={opened}
            view={view}
            label={`${formatCount(snapshot.rows)} ${classNoun(ifcClass, snapshot.rows)}`}
          />
        )
      )}
    </>
  );
}

/** What was odd in the answer: said in a line, with its samples behind it. */
function Warnings({ snapshot }: { snapshot: SnapshotView }): ReactNode {
  const [first, ...others] = snapshot.warnings;
  if (first === undefined) return null;
  return (
    <details className="flex-none border-b border-line px-4 py-1.5 text-13 text-fg-2">
      <summary className="cursor-pointer">
        {first.message}
        {others.length > 0 && ` And ${formatCounted(others.length, "more remark")}.`}
      </summary>
      <ul className="grid gap-1 py-1.5 pl-4">
        {snapshot.warnings.map((warning) => (
          <li key={warning.message}>
            {warning === first ? "" : `${warning.message} `}
            Found {formatCounted(warning.count, "time")}, for instance at{" "}
            <Mono>{warning.samples.slice(0, 5).join(", ")}</Mono>
          </li>
        ))}
      </ul>
    </details>
  );
}

function capitalised(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
