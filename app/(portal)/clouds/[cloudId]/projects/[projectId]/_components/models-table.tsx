"use client";
import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { FileSize } from "#app/_ui/primitives/file-size.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { marked } from "#app/_ui/marked.ts";
import { DOT } from "#lib/core/language/dotted.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { hasFailed } from "#lib/features/models/rules.ts";
import type { DismissedModel, ModelView, OlderVersions } from "#lib/features/models/schema.ts";
import type { AskedChange, ModelRights } from "#app/_features/models/changes/asked-change.ts";
import { ModelMenu } from "#app/_features/models/changes/model-menu.tsx";
import { DismissButton } from "#app/_features/models/dismissals/dismiss-button.tsx";
import { DismissedWords } from "#app/_features/models/dismissals/dismissed-words.tsx";
import { MODEL_TONES } from "./model-tones.ts";
import type { ModelSorts } from "./models-tools.tsx";

const MESSAGES_SHOWN_MAX = 5;

/** One model per row: its state with the service's message, and a link to its elements once they can be read. */
export function ModelsTable({
  cloudId,
  projectId,
  models,
  older,
  sorts,
  dismissed,
  onDismissed,
  rights,
  onAsk,
  chosen,
  onChoose,
}: {
  cloudId: string;
  projectId: string;
  /** In the order of the list. */
  models: readonly ModelView[];
  older: readonly OlderVersions[];
  sorts: ModelSorts;
  /** The failed models that were dismissed. */
  dismissed: ReadonlyMap<number, DismissedModel>;
  /** Called when one is dismissed, or shown again (null); null: no permission. */
  onDismissed: ((modelId: number, dismissed: DismissedModel | null) => void) | null;
  rights: ModelRights;
  onAsk: (asked: AskedChange) => void;
  chosen: ReadonlyMap<number, ModelView>;
  /** Null: this person may not act on several models. */
  onChoose: ((models: readonly ModelView[], isChosen: boolean) => void) | null;
}): ReactNode {
  const hrefOf = (model: Pick<ModelView, "modelId">): string =>
    `/clouds/${cloudId}/projects/${projectId}/models/${String(model.modelId)}`;
  return (
    <DataTable
      label={t("Models")}
      rows={models}
      rowKey={(model) => model.modelId}
      isCurrent={({ modelId }) => chosen.has(modelId)}
      columns={[
        {
          head: t("Model"),
          sort: sorts.name,
          grow: true,
          cell: (model) => (
            <div className="flex gap-2">
              {onChoose !== null && (
                <ChooseBox model={model} isChosen={chosen.has(model.modelId)} onChoose={onChoose} />
              )}
              <div className="min-w-0">
                {model.isQueryable ? (
                  <Link className="link" href={hrefOf(model)}>
                    {model.name}
                  </Link>
                ) : (
                  marked(model.name)
                )}
                <small>
                  <Mono>{model.modelId}</Mono>
                  {model.type !== null && model.type !== "IFC" && `${DOT}${model.type}`}
                  {model.version !== null && `${DOT}${versionWords(model.version, model.isQueryable)}`}
                </small>
                <Older model={model} older={older} hrefOf={hrefOf} />
              </div>
            </div>
          ),
        },
        {
          head: t("State"),
          small: "line",
          cell: (model) => <ModelStateCell model={model} dismissed={dismissed.get(model.modelId)} />,
        },
        {
          head: t("Schema"),
          cell: (model) =>
            model.schema ?? (
              <>
                <span className="sm:hidden">{t("schema not stated")}</span>
                <span className="short max-sm:hidden!">{t("not stated")}</span>
              </>
            ),
        },
        {
          head: t("Size"),
          sort: sorts.size,
          end: true,
          cell: (model) => (
            <span className="max-sm:block max-sm:text-right">
              {model.fileBytes === null ? t("not stated") : <FileSize bytes={model.fileBytes} />}
            </span>
          ),
        },
        {
          head: t("Changed"),
          sort: sorts.changed,
          end: true,
          cell: (model) => (
            <span className="max-sm:block max-sm:text-left">
              {model.updatedAt === null ? t("not stated") : <RelativeTime at={model.updatedAt} />}
            </span>
          ),
        },
        {
          head: t("Open"),
          actionsOf: ({ name }) => name,
          cell: (model) => (
            <span className="inline-flex items-center gap-1.5">
              {model.isQueryable ? (
                <LinkButton size="sm" href={hrefOf(model)}>
                  {t("Elements")}
                </LinkButton>
              ) : (
                hasFailed(model) &&
                onDismissed !== null && (
                  <DismissButton
                    projectId={projectId}
                    modelId={model.modelId}
                    name={model.name}
                    isDismissed={dismissed.has(model.modelId)}
                    onDone={({ by, at }) => {
                      const { modelId } = model;
                      onDismissed(modelId, dismissed.has(modelId) ? null : { modelId, by, at });
                    }}
                  />
                )
              )}
              <ModelMenu projectId={projectId} model={model} rights={rights} onAsk={onAsk} />
            </span>
          ),
        },
      ]}
    />
  );
}

/** Chooses a model for actions on several at once. */
function ChooseBox({
  model,
  isChosen,
  onChoose,
}: {
  model: ModelView;
  isChosen: boolean;
  onChoose: (models: readonly ModelView[], isChosen: boolean) => void;
}): ReactNode {
  return (
    <Checkbox
      label={<span className="sr-only">{t("Choose {name}", { name: model.name })}</span>}
      checked={isChosen}
      onChange={(event) => onChoose([model], event.currentTarget.checked)}
    />
  );
}

function versionWords(
  { number, isNewest, leads }: NonNullable<ModelView["version"]>,
  isReady: boolean,
): string {
  if (isNewest && !isReady) return t("version {number}, the newest, in process again", { number });
  if (isNewest) return t("version {number}, the newest", { number });
  return leads ? t("version {number}", { number }) : t("version {number}, not ready", { number });
}

/** The models that this one has replaced, folded below the leading one. */
function Older({
  model: { version },
  older,
  hrefOf,
}: {
  model: ModelView;
  older: readonly OlderVersions[];
  hrefOf: (version: Pick<ModelView, "modelId">) => string;
}): ReactNode {
  const versions = older.find(({ seriesId }) => seriesId === version?.seriesId)?.versions ?? [];
  if (version?.leads !== true || versions.length === 0) return null;
  return (
    <details className="text-13">
      <summary className="cursor-pointer text-fg-2">
        {t("{count, plural, one {# older version} other {# older versions}}", { count: versions.length })}
      </summary>
      <ul className="grid gap-1 py-1 pl-4">
        {versions.map((one) => (
          <li key={one.modelId}>
            <Link className="link" href={hrefOf(one)}>
              {t("Version {number}: {fileName}", { number: one.number, fileName: one.fileName })}
            </Link>
            {one.addedAt !== null && (
              <span className="text-fg-3">
                {DOT}
                <RelativeTime at={one.addedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function ModelStateCell({
  model,
  dismissed,
}: {
  model: ModelView;
  dismissed: DismissedModel | undefined;
}): ReactNode {
  const detail = detailOf(model);
  return (
    <State
      tone={dismissed === undefined ? MODEL_TONES[model.state] : "idle"}
      detail={
        dismissed === undefined ? (
          detail
        ) : (
          <>
            <DismissedWords dismissed={dismissed} />
            {detail}
          </>
        )
      }
    >
      {told(model.stateWords)}
    </State>
  );
}

function detailOf(model: ModelView): ReactNode {
  if (model.errors.length > 0) return <Messages texts={model.errors} />;
  if (model.progress !== null && model.progress.total > 0 && model.state === "running") {
    const share = Math.floor((100 * model.progress.done) / model.progress.total);
    return `${told(model.progress.phase)}, ${String(Math.min(share, 100))} %`;
  }
  if (model.warnings.length > 0 && model.state === "ready") {
    return (
      <details>
        <summary>
          {t("{count, plural, one {# warning} other {# warnings}}", { count: model.warnings.length })}
        </summary>
        <Messages texts={model.warnings} />
      </details>
    );
  }
  return undefined;
}

function Messages({ texts }: { texts: readonly string[] }): ReactNode {
  const more = texts.length - MESSAGES_SHOWN_MAX;
  return (
    <span className="block max-w-[60ch]">
      {texts.slice(0, MESSAGES_SHOWN_MAX).map((text, index) => (
        <span key={index} className="block">
          {told(text)}
        </span>
      ))}
      {more > 0 && <span className="block">{t("and {count} more", { count: more })}</span>}
    </span>
  );
}
