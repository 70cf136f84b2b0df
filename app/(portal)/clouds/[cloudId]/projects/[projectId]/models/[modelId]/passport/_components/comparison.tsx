import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import { writePassportView } from "#lib/features/passport/address.ts";
import type { PassportPage, PassportSide } from "#lib/features/passport/queries.ts";
import type { PassportView } from "#lib/features/passport/schema.ts";
import { ComeBack } from "../../_components/come-back.tsx";
import { ReadingProgress } from "../../_components/reading-progress.tsx";
import type { PassportPlace } from "./place.ts";

/** The model compared with and the state of the comparison; without one, a link that compares with the previous model. */
export function Comparison({
  place: { path, ifcClass },
  view,
  passport: { before, modelBefore },
}: {
  place: PassportPlace;
  view: PassportView;
  passport: PassportPage;
}): ReactNode {
  const hrefOf = (against: PassportView["against"]): string =>
    `${path}?${writePassportView(ifcClass, { ...view, against, shown: "all", sort: view.sort === "delta" ? "model" : view.sort, page: 1 }).toString()}`;
  if (before === null) {
    if (modelBefore === null) return null;
    const { projectId, modelId, name, isVersion } = modelBefore;
    return (
      <p className="text-13">
        <Link className="link [overflow-wrap:anywhere]" href={hrefOf({ projectId, modelId })}>
          {isVersion
            ? t("Compare property schema with the previous version: {name} ({modelId})", { name, modelId })
            : t("Compare property schema with a model added before: {name} ({modelId})", { name, modelId })}
        </Link>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-fg-2">
      <div className="min-w-0 flex-1">
        <Standing before={before} modelId={view.against?.modelId} ifcClass={ifcClass} />
      </div>
      <LinkButton size="sm" variant="ghost" href={hrefOf(null)}>
        {t("Stop comparing")}
      </LinkButton>
    </div>
  );
}

function Standing({
  before,
  modelId,
  ifcClass,
}: {
  before: PassportSide;
  /** Versions may have one name: their numbers differ. */
  modelId: number | undefined;
  ifcClass: string;
}): ReactNode {
  const name = (
    <>
      <b className="font-medium text-fg [overflow-wrap:anywhere]">{wrapped(before.modelName)}</b>
      {modelId !== undefined && ` (${String(modelId)})`}
    </>
  );
  switch (before.state) {
    case "reading":
      return (
        <>
          <p>{rich("Compared with {name} as soon as it is read:", { name })}</p>
          <ReadingProgress key={before.reading.snapshotId} reading={before.reading} />
        </>
      );
    case "coming":
      return (
        <ComeBack
          label={t("The properties of {modelName} are being counted", { modelName: before.modelName })}
        >
          {rich("The comparison with {name} starts in a moment. {message}", {
            name,
            message: before.message,
          })}
        </ComeBack>
      );
    case "absent":
      return (
        <Note
          tone="warn"
          title={t("Couldn’t compare with {modelName}.", { modelName: before.modelName })}
          reference={before.reference}
        >
          {before.message}
        </Note>
      );
    case "ready": {
      const { rows, readAt } = before.snapshot;
      return (
        <>
          <p>
            {rich("Changes from {name} ({elements}, read {when}) to this model.", {
              name,
              elements: `${formatCount(rows)} ${classNoun(ifcClass, rows)}`,
              when: <RelativeTime at={readAt} />,
            })}
          </p>
          <p>
            {t(
              "Only the property schema is compared: which properties exist, their units, kinds and fill. Elements and their values are not compared and can differ.",
            )}
          </p>
        </>
      );
    }
  }
}
