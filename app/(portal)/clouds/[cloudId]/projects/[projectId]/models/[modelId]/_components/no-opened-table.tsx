import { CircleSlash } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { told as tellKept } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { ElementTable } from "#lib/features/elements/queries.ts";
import { ModelNotReady } from "./panels.tsx";

/** Why pages about the elements of a model have nothing to show yet. `mayDismiss`: whether a failed model can be dismissed here. */
export function NoOpenedTable({
  opened,
  path,
  projectHref,
  mayDismiss = false,
}: {
  opened: Exclude<ElementTable, { state: "open" }>;
  path: string;
  projectHref: string;
  mayDismiss?: boolean;
}): ReactNode {
  if (opened.state === "serviceSilent") {
    return (
      <Note
        tone="bad"
        title={t("The model could not be read.")}
        reference={opened.reference}
        action={
          <LinkButton size="sm" href={path}>
            {t("Try again")}
          </LinkButton>
        }
      >
        {t("{message} Portico has no earlier data of this model.", { message: opened.message })}
      </Note>
    );
  }
  const { model, dismissed, place } = opened;
  if (model.type === null || model.type === "IFC") {
    const dismissal = { projectId: place.project.id, dismissed, mayDismiss };
    const told = { stateWords: tellKept(model.stateWords), errors: model.errors.map(tellKept) };
    return (
      <Suspense>
        <ModelNotReady
          model={{ ...model, ...told }}
          path={path}
          projectHref={projectHref}
          dismissal={dismissal}
        />
      </Suspense>
    );
  }
  return (
    <Blank
      icon={<CircleSlash aria-hidden />}
      title={t("A model of type {type} has no elements to read", { type: model.type })}
      action={<LinkButton href={projectHref}>{t("Go to the project’s models")}</LinkButton>}
    >
      {t("Elements and their properties come from IFC models only.")}
    </Blank>
  );
}
