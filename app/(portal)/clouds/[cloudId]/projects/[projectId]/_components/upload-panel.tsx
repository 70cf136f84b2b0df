"use client";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { useHydrated } from "#app/_ui/forms/use-hydrated.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { t } from "#lib/core/texts.ts";
import type { ModelView } from "#lib/features/models/schema.ts";
import { OutcomeNote } from "#app/_features/operations/outcome-note.tsx";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { sendFile } from "./send-file.ts";
import { SuccessionField, useSuccession } from "./succession-field.tsx";
import type { SendResult } from "./send-file.ts";

type Running = { name: string; sent: number; total: number; cancel: () => void };

/** Chooses a file and sends it, with progress in bytes and a way to stop. */
export function UploadPanel({
  projectId,
  firstKey,
  models,
  onUploaded,
}: {
  projectId: string;
  firstKey: string;
  /** Those of the project, each of which may get a next version. */
  models: readonly ModelView[];
  onUploaded: (fileName: string) => void;
}): ReactNode {
  const [key, renewKey] = useOperationKey(firstKey);
  const [running, setRunning] = useState<Running | null>(null);
  const [result, setResult] = useState<SendResult | null>(null);
  const [missing, setMissing] = useState(false);
  const succession = useSuccession(models);
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (running !== null) return;
    const file = new FormData(event.currentTarget).get("file");
    const chosen = file instanceof File && file.name !== "" ? file : null;
    setMissing(chosen === null);
    if (chosen === null) return;
    setResult(null);
    const sending = sendFile(projectId, key, chosen, succession.replaces, (sent, total) => {
      setRunning((current) => (current === null ? null : { ...current, sent, total }));
    });
    setRunning({ name: chosen.name, sent: 0, total: chosen.size, cancel: sending.cancel });
    const answer = await sending.done;
    setRunning(null);
    setResult(answer);
    if (answer.kind === "outcome" && answer.outcome.state === "DONE") {
      form.current?.reset();
      succession.choose(null);
      onUploaded(chosen.name);
    }
    if (answer.kind !== "outcome" || answer.outcome.needsNewKey || answer.outcome.state === "DONE")
      renewKey();
  }

  const outcome = result?.kind === "outcome" && result.outcome.state !== "DONE" ? result.outcome : null;
  return (
    <form ref={form} className="grid gap-3" method="post" onSubmit={(event) => void submit(event)}>
      <OutcomeNote subject={t("The upload")} outcome={outcome} />
      {result?.kind === "refused" && (
        <Note tone="bad" live title={t("The file was not uploaded.")} reference={{ id: result.requestId }}>
          {result.message}
        </Note>
      )}
      {result?.kind === "cut" && (
        <Note
          tone="warn"
          live
          title={result.cancelled ? t("The upload was stopped.") : t("The upload was interrupted.")}
        >
          {result.message}
        </Note>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[0_1_26rem]">
          <Field
            label={t("Model file")}
            hint={t(".ifc, or .ifczip with one model in it.")}
            error={missing ? t("Choose a file first.") : undefined}
          >
            <FileInput
              name="file"
              accept=".ifc,.ifczip"
              disabled={running !== null}
              onChange={(event) => succession.offer(event.currentTarget.files?.[0]?.name ?? null)}
            />
          </Field>
        </div>
        <SuccessionField succession={succession} disabled={running !== null} />
        <Button
          type="submit"
          className="mb-[21px] max-sm:mb-0"
          disabled={!hydrated}
          pending={running !== null}
          pendingText={t("Uploading")}
        >
          <Upload aria-hidden />
          {t("Upload model")}
        </Button>
        {running !== null && (
          <Button variant="ghost" className="mb-[21px] max-sm:mb-0" onClick={running.cancel}>
            {t("Stop the upload")}
          </Button>
        )}
      </div>
      {running !== null && (
        <div className="grid gap-1.5">
          <p className="text-13 text-fg-2">
            {running.name}: {wordsOf(running)}
          </p>
          <Progress
            label={t("Uploading {name}", { name: running.name })}
            value={running.total === 0 ? 0 : (100 * running.sent) / running.total}
            words={wordsOf(running)}
          />
        </div>
      )}
    </form>
  );
}

function wordsOf({ sent, total }: Running): string {
  if (sent >= total && total > 0) return t("sent, waiting for the service’s answer");
  return t("{sent} of {total}", { sent: formatFileSize(sent), total: formatFileSize(total) });
}
