import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { FileSize } from "#app/_ui/primitives/file-size.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Tone } from "#app/_ui/primitives/tone.tsx";
import { told } from "#lib/core/language/kept-texts.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { PlatformModel } from "#lib/service/server/platform/projects.ts";

const STATES: Record<PlatformModel["status"], { tone: Tone; word: string }> = {
  P: { tone: "idle", word: msg("Waiting") },
  W: { tone: "idle", word: msg("Waiting") },
  I: { tone: "progress", word: msg("Being read") },
  C: { tone: "ok", word: msg("Ready") },
  E: { tone: "bad", word: msg("Failed") },
  X: { tone: "bad", word: msg("Failed") },
  D: { tone: "idle", word: msg("Deleted") },
};

/** The models of one project, newest first. */
export function ModelsTable({
  label,
  models,
}: {
  label: string;
  models: readonly PlatformModel[];
}): ReactNode {
  return (
    <DataTable
      label={label}
      rows={models}
      rowKey={(model) => model.id}
      columns={[
        { head: t("Model"), grow: true, cell: (model) => model.name ?? t("Model {id}", { id: model.id }) },
        {
          head: t("State"),
          small: "line",
          cell: (model) => (
            <State
              tone={STATES[model.status].tone}
              detail={model.errors[0] !== undefined && told(model.errors[0])}
            >
              {t(STATES[model.status].word)}
            </State>
          ),
        },
        {
          head: t("Schema"),
          cell: (model) =>
            model.version ??
            (STATES[model.status].tone === "bad" ? (
              <>
                <span className="sm:hidden">{t("schema not stated")}</span>
                <span className="short max-sm:hidden!">{t("not stated")}</span>
              </>
            ) : (
              <>
                <span className="sm:hidden">{t("schema not known yet")}</span>
                <span className="short max-sm:hidden!">{t("not known yet")}</span>
              </>
            )),
        },
        {
          head: t("Size"),
          end: true,
          cell: (model) => (model.sizeBytes === null ? t("not known") : <FileSize bytes={model.sizeBytes} />),
        },
        {
          head: t("Changed"),
          end: true,
          cell: (model) => (
            <span className="max-sm:block max-sm:text-left">
              <RelativeTime at={model.updatedAt} />
            </span>
          ),
        },
      ]}
    />
  );
}
