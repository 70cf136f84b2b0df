"use client";
import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { WorldBadge } from "#app/_ui/frame/world.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { FileSize } from "#app/_ui/primitives/file-size.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { marked } from "#app/_ui/marked.ts";
import { wrapped } from "#app/_ui/wrapped.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { ExportRunView } from "#lib/features/exports/queries.ts";
import { RunActions } from "#app/_features/exports/run-actions.tsx";
import { PROFILE_WORDS } from "#app/_features/exports/profile-words.ts";
import {
  progressShare,
  progressWords,
  readBackWords,
  RUN_TONES,
  runTime,
  runTitle,
  runWord,
  shortHash,
} from "#app/_features/exports/run-words.ts";
import { usePolledRuns } from "#app/_features/exports/use-polled-runs.ts";

const NONE = <span className="text-fg-3">–</span>;

/** Export runs with their state, updated while any is running. */
export function RunsTable({
  runs: given,
  keys,
  showsService,
}: {
  runs: readonly ExportRunView[];
  /** A new key per run, for repeating it. */
  keys: Readonly<Record<string, string>>;
  /** With several services, each run names its own. */
  showsService: boolean;
}): ReactNode {
  const { items: runs, trouble } = usePolledRuns(given);
  return (
    <>
      {trouble !== null && (
        <Note tone="warn" live title={t("Couldn’t load the status.")}>
          {t("{trouble} You see an older status. Portico tries again automatically.", { trouble })}
        </Note>
      )}
      <DataTable
        label={t("Export runs")}
        rows={runs}
        rowKey={(run) => run.id}
        dense
        columns={[
          { head: t("Run"), grow: true, cell: (run) => <RunName run={run} showsService={showsService} /> },
          { head: t("State"), small: "line", cell: (run) => <RunState run={run} /> },
          { head: t("Rows"), end: true, small: "hide", cell: (run) => <RunExtent run={run} /> },
          { head: t("Size"), end: true, small: "hide", cell: (run) => <RunFile run={run} /> },
          {
            head: t("SHA-256"),
            small: "wide",
            cell: (run) =>
              run.sha256 === null ? (
                NONE
              ) : (
                <span title={run.sha256} className="whitespace-nowrap">
                  <Mono>{shortHash(run.sha256)}</Mono>
                </span>
              ),
          },
          { head: t("Started"), small: "line", cell: (run) => <RunStart run={run} /> },
          {
            head: t("What you can do"),
            actionsOf: ({ modelName }) => modelName,
            small: "line",
            cell: (run) => <RunActions run={run} firstKey={keys[run.id] ?? ""} />,
          },
        ]}
      />
    </>
  );
}

function RunName({ run, showsService }: { run: ExportRunView; showsService: boolean }): ReactNode {
  const place = `/clouds/${run.cloud.id}/projects/${run.project.id}`;
  const view = run.view === null || run.view === "" ? "" : `&${run.view}`;
  const types = run.classes.map((ifcClass) => `type=${encodeURIComponent(ifcClass)}`).join("&");
  const href = `${place}/models/${String(run.modelId)}?${types}${view}`;
  const format = `${t(PROFILE_WORDS[run.profile])}${run.view === null ? "" : t(", a view")}`;
  // One line per run where there is room for columns, so that many fit.
  return (
    <>
      <span
        title={marked(`${runTitle(run)}, ${run.modelName}`)}
        className="block [overflow-wrap:anywhere] sm:truncate"
      >
        {wrapped(runTitle(run))},{" "}
        <Link className="link" href={href}>
          {run.modelName}
        </Link>
      </span>
      <small title={marked(`${run.cloud.name}, ${format}`)} className="[overflow-wrap:anywhere] sm:truncate">
        {showsService && (
          <>
            <WorldBadge world={run.cloud.world} name={run.cloud.service} />{" "}
          </>
        )}
        {marked(run.cloud.name)}, {format}
      </small>
    </>
  );
}

function RunExtent({ run }: { run: ExportRunView }): ReactNode {
  if (run.rowsTotal === null) return NONE;
  return (
    <>
      {formatCount(run.rowsTotal)}
      {run.columns !== null && (
        <small>{t("{count, plural, one {# column} other {# columns}}", { count: run.columns })}</small>
      )}
    </>
  );
}

function RunFile({ run }: { run: ExportRunView }): ReactNode {
  if (run.state !== "DONE") return NONE;
  return (
    <>
      <FileSize bytes={run.bytes} />
      {run.fileUntil !== null && (
        <small>
          {rich("until {date}", {
            date: <time dateTime={run.fileUntil}>{run.fileUntil.slice(0, 10)}</time>,
          })}
        </small>
      )}
    </>
  );
}

function RunStart({ run }: { run: ExportRunView }): ReactNode {
  const took = runTime(run);
  return (
    <>
      <RelativeTime at={run.createdAt} />
      <small title={marked(run.actorName)} className="sm:max-w-[20ch] sm:truncate">
        {took === null
          ? marked(run.actorName)
          : t("{name}, took {time}", { name: run.actorName, time: took })}
      </small>
    </>
  );
}

function RunState({ run }: { run: ExportRunView }): ReactNode {
  if (run.state === "DONE") return <DoneState run={run} />;
  const words = progressWords(run);
  const share = progressShare(run);
  return (
    <State tone={RUN_TONES[run.state]} detail={<RunDetail run={run} />}>
      {runWord(run)}
      {share !== undefined && ` ${String(Math.floor(share * 100))} %`}
      {words !== null && <span className="sr-only">: {words}</span>}
    </State>
  );
}

/** On one short line, to leave room for the names. */
function DoneState({ run }: { run: ExportRunView }): ReactNode {
  const words = readBackWords(run);
  return (
    <>
      <State tone={RUN_TONES.DONE}>{runWord(run)}</State>
      <small title={words} className="sm:max-w-[27ch] sm:truncate">
        {words}
      </small>
    </>
  );
}

function RunDetail({ run }: { run: ExportRunView }): ReactNode {
  switch (run.state) {
    case "DONE":
      return null;
    case "FAILED":
      return (
        <span className="block max-w-[46ch] [overflow-wrap:anywhere] sm:min-w-64">
          {t("{failure} Reference {reference}.", {
            failure: told(run.failure ?? ""),
            reference: run.reference,
          })}
        </span>
      );
    case "CANCELLED":
      return t("by {name}", { name: run.cancelledBy ?? t("somebody") });
    case "QUEUED":
      return t("queued");
    case "READING":
    case "WRITING":
    case "VERIFYING":
      return (
        <>
          <span className="tabular-nums sm:whitespace-nowrap">{progressWords(run)}</span>
          <span className="mt-1 block w-40 max-w-full">
            <Progress
              label={t("Export of {run}", { run: runTitle(run) })}
              value={progressShare(run)}
              max={1}
            />
          </span>
        </>
      );
  }
}
