"use client";
import { Upload } from "lucide-react";
import { useCallback, useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { useHydrated } from "#app/_ui/forms/use-hydrated.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { FileInput } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { SuccessionChoice } from "#lib/features/models/schema.ts";
import { DropArea } from "./drop-area.tsx";
import { UploadRow } from "./upload-row.tsx";
import { useUploads } from "./use-uploads.ts";
import { FILES_MAX } from "./upload-queue.ts";

/** Takes files, chosen or dropped anywhere on the page, and sends them: each with its checks, progress and result. */
export function UploadPanel({
  projectId,
  choices,
  onUploaded,
  onDelete,
}: {
  projectId: string;
  /** Models of the project that may get a next version. */
  choices: readonly SuccessionChoice[];
  onUploaded: (fileName: string) => void;
  /** Null: this person may not delete models. */
  onDelete: ((modelId: number, name: string) => void) | null;
}): ReactNode {
  const { queue, uploads } = useUploads(projectId, onUploaded);
  const { items, leftOut } = uploads;
  const [missing, setMissing] = useState(false);
  const hydrated = useHydrated();
  const add = useCallback(
    (files: readonly File[]): void => {
      setMissing(false);
      queue.add(files);
    },
    [queue],
  );
  const take = useCallback(
    (input: HTMLInputElement | null): void => {
      const files = [...(input?.files ?? [])];
      if (input === null || files.length === 0) return;
      add(files);
      // Lets the same file be chosen again.
      input.value = "";
    },
    [add],
  );
  const unsent = items.filter(
    ({ step, isWanted }) => !isWanted && (step.is === "ready" || step.is === "checking"),
  );
  const isBusy = items.some(({ step }) => step.is === "sending");
  const over = items.filter(({ step }) => ["refused", "ended", "arrived"].includes(step.is));

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setMissing(unsent.length === 0 && !isBusy);
    queue.start();
  }

  return (
    <form className="grid gap-3" method="post" onSubmit={submit}>
      <DropArea onDrop={add} />
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-[0_1_26rem]">
          <Field
            label={t("Model files")}
            hint={t(".ifc, or .ifczip with one model in it. You can also drop files anywhere on this page.")}
            error={missing ? t("Choose a file first.") : undefined}
          >
            <FileInput
              // Takes files that were chosen before this script ran.
              ref={take}
              name="file"
              accept=".ifc,.ifczip"
              multiple
              onChange={({ currentTarget }) => take(currentTarget)}
            />
          </Field>
        </div>
        <Button type="submit" className="sm:mt-[calc(var(--lh-13)+5px)]" disabled={!hydrated}>
          <Upload aria-hidden />
          {t("{count, plural, =0 {Upload model} one {Upload model} other {Upload # models}}", {
            count: unsent.length,
          })}
        </Button>
      </div>
      {leftOut > 0 && (
        <Note
          tone="warn"
          live
          title={t("{count, plural, one {# file was} other {# files were}} left out.", { count: leftOut })}
        >
          {t("The list holds {max} files. Upload these first, then add the others.", { max: FILES_MAX })}
        </Note>
      )}
      {items.length > 0 && (
        <div className="grid gap-2">
          <ul className="grid gap-2" aria-label={t("Files to upload")}>
            {items.map((item) => (
              <UploadRow key={item.id} item={item} choices={choices} queue={queue} onDelete={onDelete} />
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3 text-13 text-fg-2">
            {items.some(({ isWanted }) => isWanted) && (
              <span>
                {t("Uploads continue while you open other pages of Portico. Closing the window stops them.")}
              </span>
            )}
            {over.length > 1 && (
              <Button variant="ghost" size="sm" onClick={() => queue.clear()}>
                {t("Clear {count} ended files", { count: over.length })}
              </Button>
            )}
          </div>
        </div>
      )}
    </form>
  );
}
