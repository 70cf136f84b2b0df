"use client";
import { Suspense, useState, type ReactNode } from "react";
import { GridPage } from "#app/_ui/data-table/grid-page.tsx";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import { writeView } from "#lib/elements/query/address/view-address.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { classesNoun, knowClasses } from "#lib/features/elements/class-words.ts";
import type { SnapshotView } from "#lib/features/elements/reading-views.ts";
import type { ClassChoices, TableState } from "#lib/features/elements/schema.ts";
import { ClassTitle, LargestClasses } from "./class-heads.tsx";
import { classOf } from "./class-list.ts";
import type { SeenView } from "./element-table.tsx";
import { ExportButton } from "./export-panel.tsx";
import { Facts } from "./facts.tsx";
import { NoElements } from "./no-elements.tsx";
import { NoTable } from "./no-table.tsx";
import { TableWhenReady, type OpenedTable } from "./opened-table.tsx";
import { ExportStatus, ReadingProgress } from "./panels.tsx";
import { ReadAgain, type ModelIds } from "./read-again.tsx";
import { ReadingWarnings } from "./reading-warnings.tsx";
import { useExportDesk } from "./use-export-desk.ts";

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
      title={<ClassTitle {...facts} />}
      actions={
        snapshots.length === tables.length && snapshots.some(({ rows }) => rows > 0) ? (
          <ExportButton desk={desk} ids={ids} snapshots={snapshots} seen={seen} bulkKey={props.bulkKey} />
        ) : undefined
      }
      strip={<LargestClasses path={path} choices={choices} classes={classes} />}
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

type BodyProps = Props & {
  table: TableState;
  classes: readonly string[];
  snapshots: readonly SnapshotView[];
  onSeen: (seen: SeenView) => void;
};

function Body(props: BodyProps): ReactNode {
  const { path, ids, table, classes } = props;
  if (table.state === "reading") return <GridSkeleton label={classesNoun(classes, 2)} />;
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
  const noun = classesNoun(classes, rows);
  return (
    <>
      {stale?.state === "ready" && stale.stale !== null && (
        <div className="border-b border-line p-2">
          <Note
            tone="warn"
            title={t("You see the earlier data. Portico couldn’t read the model again.")}
            reference={stale.stale.reference}
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
        <ReadingWarnings key={snapshot.id} snapshot={snapshot} />
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
