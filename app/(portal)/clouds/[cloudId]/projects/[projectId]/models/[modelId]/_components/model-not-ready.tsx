"use client";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { useRefreshAgain } from "#app/_client/use-refresh-again.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { quoted } from "#lib/core/language/quoted.ts";
import { t } from "#lib/core/texts.ts";
import { hasFailed } from "#lib/features/models/rules.ts";
import type { DismissedModel, ModelView } from "#lib/features/models/schema.ts";
import { DismissButton } from "#app/_features/models/dismissals/dismiss-button.tsx";
import { DismissedWords } from "#app/_features/models/dismissals/dismissed-words.tsx";

const LOOK_MS = 2_500;

/** A model whose elements cannot be read: why, and what to do. A model being processed is checked again automatically. */
export function ModelNotReady({
  model,
  path,
  projectHref,
  dismissal,
}: {
  /** Its sentences are in the reader's language: a German page does not have those of the server. */
  model: ModelView;
  /** For dismissing a failed model: its project, and whether it was dismissed. */
  dismissal: { projectId: string; dismissed: DismissedModel | null; mayDismiss: boolean };
  path: string;
  projectHref: string;
}): ReactNode {
  const isComing = model.state === "waiting" || model.state === "running";
  useRefreshAgain(LOOK_MS, isComing);
  const back = <LinkButton href={projectHref}>{t("Go to the project’s models")}</LinkButton>;
  if (isComing) {
    return (
      <div role="status">
        <Blank
          icon={<Hourglass aria-hidden />}
          title={t("{stateWords}: the service has not finished reading this model", {
            stateWords: model.stateWords,
          })}
          action={back}
        >
          {t("The elements appear here as soon as the model is ready.")}
        </Blank>
      </div>
    );
  }
  return (
    <Note
      tone="bad"
      title={t("{stateWords}: this model has no elements to read.", {
        stateWords: model.stateWords,
      })}
      action={
        <>
          {back}
          <LinkButton href={path}>{t("Refresh")}</LinkButton>
          {dismissal.mayDismiss && hasFailed(model) && (
            <DismissButton
              projectId={dismissal.projectId}
              modelId={model.modelId}
              name={model.name}
              isDismissed={dismissal.dismissed !== null}
            />
          )}
        </>
      }
    >
      {dismissal.dismissed !== null && <DismissedWords dismissed={dismissal.dismissed} />}
      {model.schema !== null && (
        <span className="block">{t("Schema of the file: {schema}", { schema: model.schema })}</span>
      )}
      {model.errors.length === 0
        ? t("The service does not say why. Upload the file again, or ask the operator of the service.")
        : model.errors.slice(0, 5).map((error) => (
            <span key={error} className="block">
              {quoted(error)}
            </span>
          ))}
    </Note>
  );
}
