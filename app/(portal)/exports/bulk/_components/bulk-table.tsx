"use client";
import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { usePolled } from "#app/_client/use-polled.ts";
import { PROFILE_WORDS } from "#app/_features/exports/profile-words.ts";
import { leftWords } from "#app/_features/exports/run-words.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { marked } from "#app/_ui/marked.ts";
import { wrapped } from "#app/_ui/wrapped.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { BulkState } from "#lib/features/exports/bulk-schema.ts";
import type { TableStep } from "#lib/features/exports/bulk/queries.ts";
import { bulkSummary } from "#lib/features/exports/bulk/summary.ts";
import type { BulkRunView } from "#lib/features/exports/bulk/queries.ts";
import { tellAbsentCondition } from "#lib/features/views/condition-words.ts";
import { BulkActions } from "./bulk-actions.tsx";

const STATES: Record<BulkState, { tone: Tone; words: string }> = {
  running: { tone: "progress", words: msg("Running") },
  done: { tone: "ok", words: msg("Done") },
  partly: { tone: "warn", words: msg("Done, not all") },
  failed: { tone: "bad", words: msg("Failed") },
  cancelled: { tone: "idle", words: msg("Cancelled") },
};

const HOW = {
  pathOf: (id: string) => `/api/exports/bulk/${id}` as const,
  isActive: ({ state }: BulkRunView) => state === "running",
  lookMs: 1_500,
};

/** Bulk runs with the outcome of their models, updated while any is running. */
export function BulkTable({
  runs: given,
  keys,
  showsService,
}: {
  runs: readonly BulkRunView[];
  /** A new key per run, for repeating it. */
  keys: Readonly<Record<string, string>>;
  /** With several services, each run names its own. */
  showsService: boolean;
}): ReactNode {
  const { items: runs, trouble } = usePolled(given, HOW);
  return (
    <>
      {trouble !== null && (
        <Note tone="warn" live title={t("Couldn’t load the status.")}>
          {t("{trouble} You see an older status. Portico tries again automatically.", { trouble })}
        </Note>
      )}
      <DataTable
        label={t("Bulk exports")}
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          { head: t("Export"), grow: true, cell: (run) => <Name run={run} showsService={showsService} /> },
          { head: t("State"), small: "line", cell: (run) => <Standing run={run} /> },
          {
            head: t("Rows"),
            end: true,
            small: "hide",
            cell: (run) => (run.modelsDone === 0 ? "–" : formatCount(run.rows)),
          },
          {
            head: t("Size"),
            end: true,
            small: "hide",
            cell: (run) => (run.modelsDone === 0 ? "–" : formatFileSize(run.bytes)),
          },
          {
            head: t("What you can do"),
            actionsOf: (run) => (run.project ?? run.cloud).name,
            small: "line",
            cell: (run) => <BulkActions run={run} firstKey={keys[run.id] ?? ""} />,
          },
        ]}
      />
    </>
  );
}

function Name({ run, showsService }: { run: BulkRunView; showsService: boolean }): ReactNode {
  const { cloud, project, classes, models, table, viewName } = run;
  const href = project === null ? `/clouds/${cloud.id}` : `/clouds/${cloud.id}/projects/${project.id}`;
  return (
    <span className="[overflow-wrap:anywhere]">
      {rich("{count, plural, one {# model} other {# models}} of <place>{name}</place>", {
        count: models,
        name: (project ?? cloud).name,
        place: (inner) => (
          <Link className="link" href={href}>
            {inner}
          </Link>
        ),
      })}
      <small>
        {showsService && (
          <>
            <WorldBadge world={cloud.world} name={cloud.service} />{" "}
          </>
        )}
        {table === null ? "" : `${t("One table")}, `}
        {viewName === null ? classes.join(", ") : `${told(viewName)} (${classes.join(", ")})`},{" "}
        {t(PROFILE_WORDS[run.profile])}, {marked(run.actorName)} <RelativeTime at={run.createdAt} />
      </small>
    </span>
  );
}

function Standing({ run }: { run: BulkRunView }): ReactNode {
  const { tone, words } = STATES[run.state];
  return (
    <State tone={tone} detail={<Detail run={run} />}>
      {t(words)}
    </State>
  );
}

function Detail({ run }: { run: BulkRunView }): ReactNode {
  const { state, models, modelsDone, current, failures, leftOut, notReady, table } = run;
  const summary = bulkSummary(run);
  if (state === "running" && table !== null) return <TableDetail run={run} step={table} />;
  if (state === "running") {
    return (
      <span className="grid min-w-44 gap-1">
        <Progress
          label={t("Export of {name}", { name: (run.project ?? run.cloud).name })}
          value={modelsDone}
          max={models}
          words={summary}
        />
        <span>{summary}</span>
        {current !== null && (
          <span className="[overflow-wrap:anywhere]">
            {t("now {model}, {rows, plural, one {# row} other {# rows}}", {
              model: current.modelName,
              rows: current.rowsDone,
            })}
          </span>
        )}
      </span>
    );
  }
  if (state === "cancelled")
    return t("by {name}; there is no file", { name: run.cancelledBy ?? t("somebody") });
  const missing = [
    ...failures.map(({ modelName, reason }) => `${modelName}: ${told(reason)}`),
    ...[...leftOut, ...notReady].map(
      ({ modelName, projectName, reason }) => `${modelName ?? projectName}: ${told(reason)}`,
    ),
  ];
  const lost = (
    <>
      <Losses run={run} />
      <Lacking run={run} />
    </>
  );
  if (missing.length === 0)
    return (
      <>
        <Ended run={run} summary={summary} />
        {lost}
      </>
    );
  return (
    <>
      <details className="max-w-[60ch]">
        <summary className="cursor-pointer [overflow-wrap:anywhere]">
          <Ended run={run} summary={summary} />
        </summary>
        <ul className="grid gap-1 py-1 pl-4">
          {missing.map((line, place) => (
            <li key={place} className="[overflow-wrap:anywhere]">
              {line}
            </li>
          ))}
        </ul>
        {run.modelsFailed > failures.length && (
          <p>
            {t("And {count, plural, one {# more model} other {# more models}}: the report names them.", {
              count: run.modelsFailed - failures.length,
            })}
          </p>
        )}
      </details>
      {lost}
    </>
  );
}

/** The losses forecast before files were written, file by file. */
function Losses({ run: { lossyFiles, losses } }: { run: BulkRunView }): ReactNode {
  if (lossyFiles === 0) return null;
  return (
    <details className="max-w-[60ch]">
      <summary className="cursor-pointer">
        {t("{count, plural, one {# file} other {# files}} with data lost to the format", {
          count: lossyFiles,
        })}
      </summary>
      <ul className="grid gap-1 py-1 pl-4">
        {losses.map(({ modelName, titles }, place) => (
          <li key={place} className="[overflow-wrap:anywhere]">
            {wrapped(modelName)}: {marked(titles.map(told).join("; "))}
          </li>
        ))}
      </ul>
      {lossyFiles > losses.length && (
        <p>
          {t("And {count, plural, one {# more file} other {# more files}}: the report names them.", {
            count: lossyFiles - losses.length,
          })}
        </p>
      )}
    </details>
  );
}

/** What the view names but models lack, model by model. */
function Lacking({ run: { lackingFiles, lacking, table } }: { run: BulkRunView }): ReactNode {
  if (lackingFiles === 0) return null;
  const isCut = table === null && lackingFiles > new Set(lacking.map(({ modelName }) => modelName)).size;
  return (
    <details className="max-w-[60ch]">
      <summary className="cursor-pointer">
        {table === null
          ? t("{count, plural, one {# model lacks} other {# models lack}} parts of the view", {
              count: lackingFiles,
            })
          : t("Some models lack parts of the view")}
      </summary>
      <ul className="grid gap-1 py-1 pl-4">
        {lacking.map(({ modelName, columns, conditions }, place) => (
          <li key={place} className="[overflow-wrap:anywhere]">
            {marked(modelName)}
            {columns.length > 0 && <>: {marked(t("no column {names}", { names: columns.join(", ") }))}</>}
            {conditions.length > 0 && (
              <>
                ;{" "}
                {marked(
                  t("conditions concerned: {names}", {
                    names: conditions.map(tellAbsentCondition).join(", "),
                  }),
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {isCut && <p>{t("The report names all models.")}</p>}
    </details>
  );
}

/** The outcome of a run, and how long its archive is kept. */
function Ended({ run: { archiveUntil }, summary }: { run: BulkRunView; summary: string }): ReactNode {
  return (
    <>
      <span>{summary}</span>
      {archiveUntil !== null &&
        rich("; kept until {date}", {
          date: <time dateTime={archiveUntil}>{archiveUntil.slice(0, 10)}</time>,
        })}
    </>
  );
}

/** One table: its models are read one after the other, then the table is written and read back. */
function TableDetail({ run, step }: { run: BulkRunView; step: TableStep }): ReactNode {
  const { models, modelsDone, leftOut } = run;
  if (step.state === "QUEUED") return t("queued");
  const isReading = step.state === "READING";
  const words = isReading
    ? t(
        "{done} of {models, plural, one {# model} other {# models}} read, {elements, plural, one {# element} other {# elements}}",
        { done: formatCount(modelsDone), models: models - leftOut.length, elements: step.rowsDone },
      )
    : tableProgress(step);
  return (
    <span className="grid min-w-44 gap-1">
      <Progress
        label={t("Export of {name}", { name: (run.project ?? run.cloud).name })}
        value={isReading ? modelsDone : step.rowsDone}
        max={isReading ? models : Math.max(1, step.rowsTotal ?? 0)}
        words={words}
      />
      <span className="tabular-nums">{words}</span>
    </span>
  );
}

function tableProgress({ state, rowsDone, rowsTotal, bytes, secondsLeft }: TableStep): string {
  const places = { done: formatCount(rowsDone), rows: rowsTotal ?? 0 };
  const words =
    state === "WRITING"
      ? t("{done} of {rows, plural, one {# row} other {# rows}} written", places)
      : t("{done} of {rows, plural, one {# row} other {# rows}} verified", places);
  const size = state === "WRITING" && bytes > 0 ? `, ${formatFileSize(bytes)}` : "";
  return `${words}${size}${leftWords({ secondsLeft })}`;
}
