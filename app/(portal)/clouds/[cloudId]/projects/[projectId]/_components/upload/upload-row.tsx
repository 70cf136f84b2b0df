"use client";
import type { ReactNode } from "react";
import { OutcomeNote } from "#app/_features/operations/outcome-note.tsx";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { SameUpload, SuccessionChoice } from "#lib/features/models/schema.ts";
import { SuccessionField } from "./succession-field.tsx";
import type { Refusal, Sameness, UploadItem, UploadQueue } from "./upload-queue.ts";

const REFUSALS: Record<Refusal, string> = {
  ending: msg("The name does not end in .ifc or .ifczip. Nothing was sent."),
  empty: msg("The file is empty. Nothing was sent."),
  large: msg("The file is larger than 20 GB. Nothing was sent."),
  name: msg("The file’s name is longer than 256 characters. Shorten it, then choose the file again."),
  unreadable: msg("The file was moved or changed since you chose it. Choose it again. Nothing was sent."),
};

/** One file: its result, its progress, and the possible actions. */
export function UploadRow({
  item,
  choices,
  queue,
  onDelete,
}: {
  item: UploadItem;
  choices: readonly SuccessionChoice[];
  queue: UploadQueue;
  /** Null: this person may not delete uploaded models. */
  onDelete: ((modelId: number, name: string) => void) | null;
}): ReactNode {
  const { id, file, step, isWanted } = item;
  const { name } = file;
  const isOpen = step.is === "ready" || step.is === "checking" || step.is === "same";
  return (
    <li className="grid gap-2 rounded-2 border border-line-strong bg-surface px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <b className="[overflow-wrap:anywhere]">{wrapped(name)}</b>
          <small className="block text-12 text-fg-3">{formatFileSize(file.size)}</small>
          <StepLine item={item} />
        </div>
        {isOpen && !isWanted && (
          <div className="min-w-0 flex-[0_1_22rem] max-sm:flex-auto">
            <SuccessionField
              choices={choices}
              item={item}
              onChoose={(modelId) => queue.choose(id, modelId)}
            />
          </div>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={
            step.is === "sending" ? t("Stop uploading {name}", { name }) : t("Remove {name}", { name })
          }
          onClick={() => queue.remove(id)}
        >
          {step.is === "sending" ? t("Stop") : t("Remove")}
        </Button>
      </div>
      {step.is === "sending" && (
        <Progress
          label={t("Uploading {name}", { name })}
          value={step.total === 0 ? 0 : (100 * step.sent) / step.total}
          words={wordsOf(step)}
        />
      )}
      {step.is === "same" && (
        <Note
          tone="warn"
          live
          title={
            step.sameness.fileName === null
              ? t("The same file is already in this project.")
              : t("The same file is in this list twice.")
          }
          action={
            <>
              <Button
                size="sm"
                aria-label={t("Upload anyway: {name}", { name })}
                onClick={() => queue.keep(id)}
              >
                {t("Upload anyway")}
              </Button>
              <Button
                variant="ghost"
                size="sm"
                aria-label={t("Do not upload: {name}", { name })}
                onClick={() => queue.remove(id)}
              >
                {t("Do not upload")}
              </Button>
            </>
          }
        >
          {t("Nothing was sent.")} <SameWords sameness={step.sameness} />
        </Note>
      )}
      {step.is === "arrived" && (
        <Note
          tone="warn"
          live
          title={t("The file was uploaded. The project has the same bytes twice now.")}
          action={
            <>
              <Button
                size="sm"
                aria-label={t("Keep both: {name}", { name })}
                onClick={() => queue.remove(id)}
              >
                {t("Keep both")}
              </Button>
              {onDelete !== null && step.modelId !== null && (
                <DeleteButton modelId={step.modelId} name={name} onDelete={onDelete} />
              )}
            </>
          }
        >
          <SameWords sameness={{ uploads: step.same, fileName: null }} />
        </Note>
      )}
      {step.is === "ended" && <Ended item={item} queue={queue} />}
    </li>
  );
}

function DeleteButton({
  modelId,
  name,
  onDelete,
}: {
  modelId: number;
  name: string;
  onDelete: (modelId: number, name: string) => void;
}): ReactNode {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={t("Delete the new model: {name}", { name })}
      onClick={() => onDelete(modelId, name)}
    >
      {t("Delete the new model…")}
    </Button>
  );
}

/** The state in one line, unless a note says it. */
function StepLine({ item: { step, isWanted } }: { item: UploadItem }): ReactNode {
  if (step.is === "refused") return <State tone="bad">{t(REFUSALS[step.why])}</State>;
  if (step.is === "checking") {
    const share = step.share === null ? "" : ` ${String(Math.floor(100 * step.share))} %`;
    return <State tone="progress">{t("Checking for the same file in this project{share}", { share })}</State>;
  }
  if (step.is === "sending") return <State tone="progress">{wordsOf(step)}</State>;
  if (step.is !== "ready") return null;
  return (
    <State
      tone="idle"
      detail={
        step.unchecked
          ? t(
              "Portico could not check whether the project has this file already. It is checked after the upload.",
            )
          : undefined
      }
    >
      {isWanted ? t("Queued") : t("Ready to upload")}
    </State>
  );
}

function Ended({ item: { id, file, step }, queue }: { item: UploadItem; queue: UploadQueue }): ReactNode {
  if (step.is !== "ended") return null;
  const { result } = step;
  const isUncertain = result.kind === "outcome" && result.outcome.isUncertain;
  const again = isUncertain ? null : (
    <Button
      size="sm"
      aria-label={t("Upload {name} again", { name: file.name })}
      onClick={() => queue.again(id)}
    >
      {t("Try again")}
    </Button>
  );
  if (result.kind === "outcome")
    return (
      <>
        <OutcomeNote subject={t("The upload")} outcome={result.outcome} />
        {again !== null && <div>{again}</div>}
      </>
    );
  if (result.kind === "refused")
    return (
      <Note
        tone="bad"
        live
        title={t("The file was not uploaded.")}
        reference={result.requestId}
        action={again}
      >
        {result.message}
      </Note>
    );
  return (
    <Note
      tone="warn"
      live
      title={result.cancelled ? t("The upload was stopped.") : t("The upload was interrupted.")}
      action={again}
    >
      {result.message}
    </Note>
  );
}

function SameWords({ sameness: { uploads, fileName } }: { sameness: Sameness }): ReactNode {
  if (fileName !== null) return t("Same content as {name}, which is in this list.", { name: fileName });
  const [first] = uploads;
  if (first === undefined) return null;
  return (
    <>
      {sentenceOf(first)}
      {uploads.length > 1 && (
        <>
          {" "}
          {t("{count, plural, one {# other upload} other {# other uploads}} had it too.", {
            count: uploads.length - 1,
          })}
        </>
      )}{" "}
      <LinkButton size="sm" variant="ghost" href={first.href}>
        {t("View operation")}
      </LinkButton>
    </>
  );
}

function sentenceOf({ modelId, name, by, at }: SameUpload): ReactNode {
  const when = <RelativeTime at={at} />;
  return modelId === null
    ? rich("Same content as {name}, which {by} sent {when} with an unknown outcome.", {
        name,
        by,
        when,
      })
    : rich("Same content as {name} ({modelId}), which {by} uploaded {when}.", {
        name,
        modelId: String(modelId),
        by,
        when,
      });
}

function wordsOf({ sent, total }: { sent: number; total: number }): string {
  if (sent >= total && total > 0) return t("sent, waiting for the service’s answer");
  return t("{sent} of {total}", { sent: formatFileSize(sent), total: formatFileSize(total) });
}
