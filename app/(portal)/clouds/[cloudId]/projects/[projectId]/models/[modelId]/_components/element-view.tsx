"use client";
import { ChevronDown } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { ClassStrip, GridPage } from "#app/_ui/data-table/grid-page.tsx";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { marked } from "#app/_ui/marked.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { classNoun, knowClasses } from "#lib/features/elements/class-words.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import type { ClassChoices, TableState } from "#lib/features/elements/schema.ts";
import { classHref } from "./class-href.ts";
import { classOf } from "./class-list.ts";
import { ClassPicker } from "./class-picker.tsx";
import type { SeenView } from "./element-table.tsx";
import { ExportButton } from "./export-panel.tsx";
import { Facts, type FactsOf } from "./facts.tsx";
import { NoElements } from "./no-elements.tsx";
import { NoTable } from "./no-table.tsx";
import { TableWhenReady, type OpenedTable } from "./opened-table.tsx";
import { ExportStatus, ReadingProgress } from "./panels.tsx";
import { ReadAgain, type ModelIds } from "./read-again.tsx";
import { useExportDesk } from "./use-export-desk.ts";

const STRIP_CLASSES_MAX = 7;

type Props = {
  /** The address of the model's page. */
  path: string;
  ids: ModelIds;
  choices: ClassChoices;
  ifcClass: string;
  /** What these classes are called in the reader's language. */
  nouns: Readonly<Record<string, string>>;
  /** One per shown class, the first being `ifcClass`. */
  tables: readonly TableState[];
  /** null: there is no table to open. */
  opened: OpenedTable | null;
  view: TableView;
  /** Another one makes the table begin anew with the view. */
  visit: string;
  /** Parts of the address that could not be used. */
  ignored: readonly string[];
  exportKey: string;
  bulkKey: string;
  /** Which version the model is, if known. */
  versions: ReactNode;
};

/** The page of one class or several: what is shown, the other classes, the table or why there is none, and its export. */
export function ElementView(props: Props): ReactNode {
  const { path, ids, choices, ifcClass, tables } = props;
  knowClasses(props.nouns);
  const desk = useExportDesk(props.exportKey);
  const [seen, setSeen] = useState<SeenView>(() => ({
    address: writeView(props.view).toString(),
    matches: props.opened?.page?.matches ?? null,
  }));
  // If something prevents the table, the page is about that.
  const table = tables.find(({ state }) => state !== "ready") ?? tables[0];
  const snapshots = tables.flatMap((one) => (one.state === "ready" ? [one.snapshot] : []));
  const classes = tables.length === 1 ? [ifcClass] : tables.flatMap(classOf);
  const hasStatus = desk.run !== null || desk.form.result?.ok === false;
  const facts = { path, ids, choices, classes, snapshots, versions: props.versions };
  if (table === undefined) return null;
  return (
    <GridPage
      label={classes.join(", ") || t("Elements")}
      title={<Title path={path} choices={choices} classes={classes} facts={facts} />}
      actions={
        snapshots.length === tables.length && snapshots.some(({ rows }) => rows > 0) ? (
          <ExportButton desk={desk} ids={ids} snapshots={snapshots} seen={seen} bulkKey={props.bulkKey} />
        ) : undefined
      }
      strip={<Strip path={path} choices={choices} classes={classes} />}
      {...(table.state === "reading"
        ? {
            tools: (
              <Suspense>
                <ReadingProgress key={table.reading.snapshotId} reading={table.reading} />
              </Suspense>
            ),
          }
        : !hasStatus
          ? {}
          : {
              tools: (
                <div className="min-w-0 flex-1">
                  <Suspense>
                    <ExportStatus desk={desk} />
                  </Suspense>
                </div>
              ),
            })}
    >
      <Facts {...facts} className="flex-none border-b border-line px-4 py-1 md:hidden" />
      <Body {...props} table={table} classes={classes} snapshots={snapshots} onSeen={setSeen} />
    </GridPage>
  );
}

/** "doors", or "elements" where several classes are shown together. */
function nounOf(classes: readonly string[], count: number): string {
  const [only, second] = classes;
  return second === undefined ? classNoun(only ?? "", count) : classNoun("", count);
}

function Title({
  path,
  choices,
  classes,
  facts,
}: Pick<Props, "path" | "choices"> & { classes: readonly string[]; facts: FactsOf }): ReactNode {
  const title =
    classes.length > 1
      ? t("{count, plural, one {# class} other {# classes}}", { count: classes.length })
      : capitalised(nounOf(classes, 2));
  return (
    <>
      <h1 className="text-16">
        <ClassPicker
          path={path}
          choices={choices}
          current={classes}
          trigger={
            <Button aria-label={t("{title}: choose a class", { title })}>
              <span className="text-14 font-semibold">{marked(title)}</span>
              <ChevronDown aria-hidden />
            </Button>
          }
        />
      </h1>
      <Facts {...facts} className="max-md:hidden" />
    </>
  );
}

function Strip({
  path,
  choices,
  classes,
}: Pick<Props, "path" | "choices"> & { classes: readonly string[] }): ReactNode {
  const { counted } = choices;
  if (counted === null || counted.length === 0) return null;
  const largest = counted.slice(0, STRIP_CLASSES_MAX);
  const current = counted.filter((entry) => classes.includes(entry.ifcClass));
  const beyond = current.filter((entry) => !largest.includes(entry));
  const shown = [...largest.slice(0, Math.max(0, STRIP_CLASSES_MAX - beyond.length)), ...beyond].slice(
    0,
    STRIP_CLASSES_MAX,
  );
  const others = counted.length - shown.length;
  return (
    <ClassStrip
      label={t("Classes in this model")}
      items={shown.map((entry) => ({
        label: entry.ifcClass,
        href: classHref(path, [entry.ifcClass]),
        count: entry.count,
        current: classes.includes(entry.ifcClass),
      }))}
      more={
        <ClassPicker
          path={path}
          choices={choices}
          current={classes}
          trigger={
            <Button size="sm" variant="ghost">
              {others > 0 ? t("{count} more", { count: formatCount(others) }) : t("All classes")}
              <ChevronDown aria-hidden className="size-3" />
            </Button>
          }
        />
      }
    />
  );
}

type BodyProps = Props & {
  table: TableState;
  classes: readonly string[];
  snapshots: readonly SnapshotView[];
  onSeen: (seen: SeenView) => void;
};

function Body(props: BodyProps): ReactNode {
  const { path, ids, table, classes } = props;
  if (table.state === "reading") return <GridSkeleton label={nounOf(classes, 2)} />;
  if (table.state === "ready") return <Ready {...props} />;
  const similar =
    table.state === "unknownClass" && table.suggestions.length > 0
      ? t("The service was not asked. Similar names:")
      : t("The service was not asked. Choose a class above.");
  const why = <NoTable table={table} path={path} ids={ids} hint={similar} />;
  return table.state === "failed" ? <div className="p-4">{why}</div> : why;
}

function Ready(props: BodyProps): ReactNode {
  const { path, ids, choices, tables, classes, snapshots, opened, view, visit, ignored, onSeen } = props;
  const rows = snapshots.reduce((sum, snapshot) => sum + snapshot.rows, 0);
  const stale = tables.find((one) => one.state === "ready" && one.stale !== null);
  const noun = nounOf(classes, rows);
  return (
    <>
      {stale?.state === "ready" && stale.stale !== null && (
        <div className="border-b border-line p-2">
          <Note
            tone="warn"
            title={t("You see the earlier data. Portico couldn’t read the model again.")}
            reference={{ id: stale.stale.reference }}
            action={<ReadAgain ids={ids} ifcClasses={classes} />}
          >
            {stale.stale.message}
          </Note>
        </div>
      )}
      {ignored.length > 0 && (
        <div className="border-b border-line p-2">
          <Note tone="warn" title={t("Parts of this link were ignored.")}>
            {t("Portico doesn’t understand: {parts}.", {
              parts: ignored.join(", "),
            })}
          </Note>
        </div>
      )}
      {snapshots.map((snapshot) => (
        <Warnings key={snapshot.id} snapshot={snapshot} />
      ))}
      {rows === 0 ? (
        <NoElements path={path} choices={choices} classes={classes} />
      ) : (
        opened !== null && (
          <TableWhenReady
            key={[...opened.snapshotIds, visit].join(".")}
            opened={opened}
            view={view}
            label={`${formatCount(rows)} ${noun}`}
            path={path}
            onSeen={onSeen}
          />
        )
      )}
    </>
  );
}

/** What was odd in the answer: one line, with samples on demand. */
function Warnings({ snapshot }: { snapshot: SnapshotView }): ReactNode {
  const [first, ...others] = snapshot.warnings;
  if (first === undefined) return null;
  if (others.length === 0 && first.samples.length === 0)
    return <p className="flex-none border-b border-line px-4 py-1.5 text-13 text-fg-2">{first.message}</p>;
  return (
    <details className="flex-none border-b border-line px-4 py-1.5 text-13 text-fg-2">
      <summary className="cursor-pointer">
        {first.message}
        {others.length > 0 &&
          ` ${t("And {count, plural, one {# more note} other {# more notes}}.", { count: others.length })}`}
      </summary>
      <ul className="grid gap-1 py-1.5 pl-4">
        {snapshot.warnings.map((warning) => (
          <li key={warning.message}>
            {warning === first ? "" : `${warning.message} `}
            {warning.samples.length > 0 && (
              <>
                {rich("Found {count, plural, one {# time} other {# times}}, for instance at {samples}", {
                  count: warning.count,
                  samples: <Mono>{warning.samples.slice(0, 5).join(", ")}</Mono>,
                })}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function capitalised(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
