"use client";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { askPortal } from "#app/_client/ask-portal.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Select } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { ModelsList } from "#lib/features/models/schema.ts";
import { writePassportView } from "#lib/features/passport/address.ts";
import { listChoices } from "#lib/features/passport/choices.ts";
import type { ModelChoice, PassportView } from "#lib/features/passport/schema.ts";

type Listed = { of: string; models: readonly ModelChoice[] } | { of: string; message: string };

/** Chooses the model that the passport is compared with: of this project, or of another of the same Cloud. */
export function ComparePicker({
  path,
  ifcClass,
  view,
  modelId,
  projectId,
  projects,
  choices,
}: {
  path: string;
  ifcClass: string;
  view: PassportView;
  /** The model of the page, which is not compared with itself. */
  modelId: number;
  projectId: string;
  projects: readonly { id: string; name: string }[];
  /** Models of the page's own project. */
  choices: readonly ModelChoice[];
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useState(projectId);
  const [listed, setListed] = useState<Listed>({ of: projectId, models: choices });
  useEffect(() => {
    if (!open || listed.of === chosen) return undefined;
    const stop = new AbortController();
    void (async () => {
      const found = await listOthers(chosen, projectId === chosen ? modelId : null, stop.signal);
      if (!stop.signal.aborted) setListed(found);
    })();
    return () => stop.abort();
  }, [open, chosen, listed.of, modelId, projectId]);
  const hrefOf = (choice: ModelChoice): string => {
    const against = { projectId: choice.projectId, modelId: choice.modelId };
    return `${path}?${writePassportView(ifcClass, { ...view, against, page: 1 }).toString()}`;
  };
  return (
    <Dialog
      title={t("Compare property schemas")}
      description={t(
        "Which properties {ifcClass} has there and here, with units, kinds and fill. Elements and values are not compared. The elements of the other model are read from the service if they are not kept.",
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
          {projects.map((project) => (
            <option key={project.id} value={project.id}>
              {project.name}
            </option>
          ))}
        </Select>
      </Field>
      {listed.of !== chosen ? (
        <p role="status" className="text-13 text-fg-2">
          {t("The models of this project are being read.")}
        </p>
      ) : "message" in listed ? (
        <Note tone="warn" live title={t("The models of this project could not be read.")}>
          {listed.message}
        </Note>
      ) : listed.models.length === 0 ? (
        <p role="status" className="text-13 text-fg-2">
          {t("This project has no other model whose elements can be asked for.")}
        </p>
      ) : (
        <ul className="max-h-[50vh] overflow-y-auto rounded-2 border border-line" aria-label={t("Models")}>
          {listed.models.map((choice) => (
            <li key={choice.modelId} className="border-b border-line last:border-b-0">
              <Link
                href={hrefOf(choice)}
                onClick={() => setOpen(false)}
                className="flex min-h-8 items-center gap-3 px-3 text-13 hover:bg-surface-hover focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{choice.name}</span>
                <span className="text-fg-3 tabular-nums">{choice.modelId}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

async function listOthers(of: string, without: number | null, signal: AbortSignal): Promise<Listed> {
  const asked = await askPortal<Pick<ModelsList, "models" | "older">>(`/api/projects/${of}/models`, signal);
  if (!asked.ok) return { of, message: asked.message };
  return { of, models: listChoices(of, asked.value, without) };
}
