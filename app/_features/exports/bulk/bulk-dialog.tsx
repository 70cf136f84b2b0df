"use client";
import { Archive } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { SubmitButton } from "#app/_ui/forms/submit-button.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { t } from "#lib/core/texts.ts";
import { exportOptionsSchema, PLAIN_OPTIONS } from "#lib/elements/files/options.ts";
import type { ExportChoice } from "#lib/elements/files/forecast/items.ts";
import type { ViewContent } from "#lib/features/views/content.ts";
import { useOperationKey } from "#app/_features/operations/use-operation-key.ts";
import { startBulkAction } from "./actions.ts";
import { BulkForm } from "./bulk-form.tsx";
import type { BulkModel } from "./bulk-models.tsx";

const FORM = "bulk-export";

/** Starts the export of many models: chosen ones of a project, or all of a Cloud. */
export function BulkDialog({
  cloudId,
  project,
  formKey,
  shown = null,
  onClose,
}: {
  cloudId: string;
  /** The project and its models, null where they still have to be loaded; null: all models of the Cloud. */
  project: { id: string; models: readonly BulkModel[] | null } | null;
  formKey: string;
  /** The view of the table from which the dialog was opened. */
  shown?: ViewContent | null;
  /** Called when it closes, if something else opens it: it then has no button of its own. */
  onClose?: () => void;
}): ReactNode {
  const router = useRouter();
  const [key, renewKey] = useOperationKey(formKey);
  const form = useActionForm(startBulkAction, () => router.push("/exports/bulk"));
  const [choice, setChoice] = useState<ExportChoice>({
    profile: "programs",
    options: { ...PLAIN_OPTIONS.programs, unitInHeading: true },
  });
  const models = project?.models ?? null;
  const isHopeless = models !== null && !models.some(({ isQueryable }) => isQueryable);
  return (
    <Dialog
      title={t("Export elements of many models")}
      description={
        project === null
          ? t("The models of every project of this Cloud, in one archive with a report.")
          : t("Models of this project, in one archive with a report.")
      }
      {...(onClose === undefined
        ? {
            trigger: (
              <Button disabled={isHopeless}>
                <Archive aria-hidden />
                {t("Export elements…")}
              </Button>
            ),
          }
        : { open: true })}
      onOpenChange={(open) => {
        // A page restored by the browser still has the key of the run that was started from it.
        if (open && window.isSecureContext) renewKey();
        if (!open) onClose?.();
      }}
      held={form.pending}
      size="xl"
      footer={
        <>
          <span className="flex-1 basis-48 text-12 text-fg-3">
            {t("Each file is verified before download. You can close this page; the export keeps running.")}
          </span>
          <DialogClose>
            <Button disabled={form.pending}>{t("Cancel")}</Button>
          </DialogClose>
          <SubmitButton
            form={FORM}
            pending={form.pending}
            pendingText={t("Starting the export")}
            disabled={!exportOptionsSchema.safeParse(choice.options).success}
          >
            {t("Start the export")}
          </SubmitButton>
        </>
      }
    >
      <BulkForm
        id={FORM}
        form={form}
        operationKey={key}
        cloudId={cloudId}
        project={project}
        shown={shown}
        choice={choice}
        onChoose={setChoice}
      />
    </Dialog>
  );
}
