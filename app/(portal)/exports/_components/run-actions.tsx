"use client";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button, buttonClass } from "#app/_ui/primitives/button.tsx";
import { isActive, type ExportRunView } from "#lib/features/exports/schema.ts";
import { cancelExportAction, repeatExportAction } from "../actions.ts";
import { fileHref, recordHref, runTitle } from "./run-words.ts";

/** Download, repeat or cancel: whatever the run's state allows. */
export function RunActions({ run, firstKey }: { run: ExportRunView; firstKey: string }): ReactNode {
  if (isActive(run.state)) return run.canCancel ? <CancelRun run={run} /> : null;
  if (!run.hasFile) return <RepeatRun run={run} firstKey={firstKey} />;
  return (
    <div className="flex flex-wrap gap-1.5 sm:justify-end">
      <a className={buttonClass({ size: "sm" })} href={fileHref(run.id)} download={run.fileName}>
        <Download aria-hidden className="size-3.5" />
        Download
        <span className="sr-only"> {runTitle(run)}</span>
      </a>
      <a
        className={buttonClass({ size: "sm", variant: "ghost" })}
        href={recordHref(run.id)}
        download={`${run.fileName}.record.json`}
        title="Who, when, of what, and what the file must be, as JSON"
      >
        Record<span className="sr-only"> of {runTitle(run)}</span>
      </a>
      <RepeatRun run={run} firstKey={firstKey} />
    </div>
  );
}

/** Stops a run; what it wrote is thrown away. */
export function CancelRun({
  run,
  onCancelled,
}: {
  run: ExportRunView;
  onCancelled?: (run: ExportRunView) => void;
}): ReactNode {
  const form = useActionForm(cancelExportAction, (data) => onCancelled?.(data.run));
  return (
    <form {...form.formProps}>
      <input type="hidden" name="runId" value={run.id} />
      <Button size="sm" type="submit" pending={form.pending} pendingText="Cancelling">
        Cancel<span className="sr-only"> the export of {runTitle(run)}</span>
      </Button>
      <Refusal message={form.result?.ok === false ? form.result.message : null} />
    </form>
  );
}

function RepeatRun({ run, firstKey }: { run: ExportRunView; firstKey: string }): ReactNode {
  const [key, setKey] = useState(firstKey);
  const form = useActionForm(repeatExportAction, (data) => setKey(data.nextKey));
  return (
    <form {...form.formProps}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="runId" value={run.id} />
      <Button
        size="sm"
        variant={run.hasFile ? "ghost" : "default"}
        type="submit"
        pending={form.pending}
        pendingText="Starting"
      >
        Repeat<span className="sr-only"> the export of {runTitle(run)}</span>
      </Button>
      <Refusal message={form.result?.ok === false ? form.result.message : null} />
    </form>
  );
}

function Refusal({ message }: { message: string | null }): ReactNode {
  return (
    message !== null && (
      <small role="alert" className="text-bad">
        {message}
      </small>
    )
  );
}
