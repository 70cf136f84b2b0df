import { CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { ElementTable } from "#lib/features/elements/queries.ts";
import { ModelNotReady } from "./model-not-ready.tsx";

/** Why pages about the elements of a model have nothing to show yet. */
export function NoOpenedTable({
  opened,
  path,
  projectHref,
}: {
  opened: ElementTable;
  path: string;
  projectHref: string;
}): ReactNode {
  if (opened.state === "serviceSilent") {
    return (
      <Note
        tone="bad"
        title={t("The model could not be read.")}
        reference={{ id: opened.reference }}
        action={
          <LinkButton size="sm" href={path}>
            {t("Try again")}
          </LinkButton>
        }
      >
        {opened.message}
      </Note>
    );
  }
  const isIfc = opened.state === "notReady" && (opened.model.type === null || opened.model.type === "IFC");
  if (opened.state === "notReady" && isIfc)
    return <ModelNotReady model={opened.model} path={path} projectHref={projectHref} />;
  return (
    <Blank
      icon={<CircleSlash aria-hidden />}
      title={t("This model has no elements to describe")}
      action={<LinkButton href={projectHref}>{t("Go to the project’s models")}</LinkButton>}
    >
      {t("Elements and their properties come from IFC models only.")}
    </Blank>
  );
}
