"use client";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { Options } from "#app/_ui/primitives/options.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { ModelsList } from "#lib/features/models/schema.ts";
import { writePassportView } from "#lib/features/passport/address.ts";
import { listChoices } from "#lib/features/passport/choices.ts";
import type { ModelChoice, PassportView } from "#lib/features/passport/schema.ts";

/** Chooses the model that the passport is compared with: of this project, or of another of the same Cloud. */
export function ComparePicker({
  path,
  ifcClass,
  view,
  projectId,
  projects,
  choices,
}: {
  path: string;
  ifcClass: string;
  view: PassportView;
  projectId: string;
  projects: readonly { id: string; name: string }[];
  /** Other models of the page's own project. */
  choices: readonly ModelChoice[];
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useState(projectId);
  const isOwn = chosen === projectId;
  const { data, error } = useQuery<Pick<ModelsList, "models" | "older">>({
    queryKey: [`/api/projects/${chosen}/models`],
    enabled: open && !isOwn,
  });
  const models = isOwn ? choices : data && listChoices(chosen, data, null);
  const hrefOf = (choice: ModelChoice): string => {
    const against = { projectId: choice.projectId, modelId: choice.modelId };
    return `${path}?${writePassportView(ifcClass, { ...view, against, page: 1 }).toString()}`;
  };
  return (
    <Dialog
      title={t("Compare property schemas")}
      description={t(
        "Shows which properties {ifcClass} has in each model, with units, kinds and fill. Elements and values are not compared. If needed, Portico reads the other model’s elements from the service.",
        { ifcClass },
      )}
      trigger={
        <Button>
          {view.against === null
            ? t("Compare property schema with…")
            : t("Compare property schema with another…")}
        </Button>
      }
      open={open}
      onOpenChange={setOpen}
    >
      <Field label={t("Project")}>
        <Select value={chosen} onChange={(event) => choose(event.target.value)}>
          <Options of={projects.map((project) => [project.id, project.name])} />
        </Select>
      </Field>
      {error !== null ? (
        <Note tone="warn" live title={t("The models of this project could not be read.")}>
          {error.message}
        </Note>
      ) : models === undefined ? (
        <p role="status" className="text-13 text-fg-2">
          {t("The models of this project are being read.")}
        </p>
      ) : models.length === 0 ? (
        <p role="status" className="text-13 text-fg-2">
          {t("This project has no other model whose elements can be read.")}
        </p>
      ) : (
        <ul className="max-h-[50vh] overflow-y-auto rounded-2 border border-line" aria-label={t("Models")}>
          {models.map((choice) => (
            <li key={choice.modelId} className="border-b border-line last:border-b-0">
              <Link
                href={hrefOf(choice)}
                onClick={() => setOpen(false)}
                className="flex min-h-8 items-center gap-3 px-3 text-13 hover:bg-surface-hover focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{wrapped(choice.name)}</span>
                <span className="text-fg-3 tabular-nums">{choice.modelId}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
