"use client";
import type { ReactNode } from "react";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { marked } from "#app/_ui/marked.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { MODEL_TONES } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/_components/model-tones.ts";
import type { VersionsView, VersionView } from "#lib/features/models/versions.ts";

/** The versions of a model, newest first. */
export function VersionsTable({
  view,
  hrefOf,
}: {
  view: VersionsView;
  hrefOf: (modelId: number) => string;
}): ReactNode {
  return (
    <DataTable
      label={t("Versions")}
      dense
      rows={view.versions}
      rowKey={(version) => version.modelId}
      isCurrent={(version) => version.modelId === view.modelId}
      columns={[
        { head: t("Version"), cell: (version) => <Numbered version={version} /> },
        {
          head: t("File"),
          grow: true,
          cell: (version) => (
            <>
              {version.isGone ? (
                marked(version.fileName)
              ) : (
                <Link className="link" href={hrefOf(version.modelId)}>
                  {version.fileName}
                </Link>
              )}
              <small>
                <Mono>{version.modelId}</Mono>
              </small>
            </>
          ),
        },
        { head: t("State"), small: "line", cell: (version) => <VersionState version={version} /> },
        { head: t("Added"), small: "line", cell: (version) => <Added version={version} /> },
      ]}
    />
  );
}

/** Which version is the newest, in a sentence. */
export function newestWords({ newest }: VersionsView): string {
  if (newest === null) return t("No version is ready at the service.");
  const { number, isReady } = newest;
  return isReady
    ? t("The newest is version {number}: the last one that the service has read to its end.", { number })
    : t(
        "The newest is version {number}. The service is processing it again. Until it is ready, live addresses give the version before it.",
        { number },
      );
}

function Numbered({ version: { number, isNewest } }: { version: VersionView }): ReactNode {
  return (
    <span className="whitespace-nowrap">{isNewest ? t("{number}, the newest", { number }) : number}</span>
  );
}

function VersionState({ version: { state, isGone } }: { version: VersionView }): ReactNode {
  if (isGone) return <State tone="idle">{t("Not at the service any more")}</State>;
  if (state === null) return <State tone="unknown">{t("Not read")}</State>;
  return <State tone={MODEL_TONES[state.is]}>{told(state.words)}</State>;
}

function Added({ version: { addedAt, addedByName } }: { version: VersionView }): ReactNode {
  const when = addedAt === null ? t("time not stated") : <RelativeTime at={addedAt} />;
  if (addedByName === null) return when;
  return (
    <span className="sm:whitespace-nowrap">{rich("{when} by {name}", { when, name: addedByName })}</span>
  );
}
