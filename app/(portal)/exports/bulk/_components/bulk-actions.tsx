"use client";
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button, buttonClass } from "#app/_ui/primitives/button.tsx";
import type { BulkRunView } from "#lib/features/exports/bulk-schema.ts";
import { cancelBulkAction, repeatBulkAction } from "../actions.ts";

/** What can be done with a bulk run: cancel it while it works; then its archive, and the same again. */
export function BulkActions({ run, firstKey }: { run: BulkRunView; firstKey: string }): ReactNode {
  if (run.canCancel) return <Cancel run={run} />;
  if (run.state === "running") return null;
  return (
    <div className="flex flex-wrap items-start justify-end gap-1.5 max-sm:justify-start sm:flex-nowrap">
      {run.hasArchive && (
        <a
          className={buttonClass({ size: "sm" })}
          href={`/api/exports/bulk/${run.id}/archive`}
          download={run.fileName}
        >
          <Download aria-hidden className="size-3.5" />
          Download
          <span className="sr-only"> {run.fileName}</span>
        </a>
      )}
      <Repeat run={run} firstKey={firstKey} />
    </div>
  );
}

function Cancel({ run }: { run: BulkRunView }): ReactNode {
  const form = useActionForm(cancelBulkAction);
  return (
    <form {...form.formProps}>
      <input type="hidden" name="bulkId" value={run.id} />
      <Button size="sm" type="submit" pending={form.pending} pendingText="Cancelling">
        Cancel<span className="sr-only"> the export of {(run.project ?? run.cloud).name}</span>
      </Button>
      <Refusal message={form.result?.ok === false ? form.result.message : null} />
    </form>
  );
}

function Repeat({ run, firstKey }: { run: BulkRunView; firstKey: string }): ReactNode {
  const [key, setKey] = useState(firstKey);
  const form = useActionForm(repeatBulkAction, (data) => setKey(data.nextKey));
  return (
    <form {...form.formProps}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="bulkId" value={run.id} />
      <Button
        size="sm"
        variant={run.hasArchive ? "ghost" : "default"}
        type="submit"
        pending={form.pending}
        pendingText="Starting"
      >
        Repeat<span className="sr-only"> the export of {(run.project ?? run.cloud).name}</span>
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
