import { CircleCheck, CircleX, Circle, CircleHelp, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { BatchProgress } from "#app/_features/batches/batch-progress.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";
import type { ListView } from "#lib/features/invitations/lists/queries.ts";
import { sumOutcomes } from "#lib/features/batches/outcomes.ts";

/** The progress of a started list, and why it is paused, if it is. */
export function ListProgress({ list }: { list: ListView }): ReactNode {
  const already = sumOutcomes(list.outcomes, ["ALREADY"]);
  const refused = sumOutcomes(list.outcomes, ["REFUSED", "HELD_BACK"]);
  const unknown = sumOutcomes(list.outcomes, ["UNKNOWN", "ABANDONED", "DUPLICATE_FOUND"]);
  const inFlight = sumOutcomes(list.outcomes, ["SENDING"]);
  const words = t("{ended} of {included} done", {
    ended: formatCount(list.ended),
    included: formatCount(list.included),
  });
  const facts = [
    {
      icon: <CircleCheck aria-hidden />,
      text: t("{sent} sent", { sent: formatCount(list.sent) }),
      isShown: true,
    },
    {
      icon: <CircleCheck aria-hidden />,
      text: t("{already} already members", { already: formatCount(already) }),
      isShown: already > 0,
    },
    {
      icon: <CircleX aria-hidden />,
      text: t("{refused} refused or held back", { refused: formatCount(refused) }),
      isShown: refused > 0,
    },
    {
      icon: <CircleHelp aria-hidden />,
      text: t("{unknown} unknown", { unknown: formatCount(unknown) }),
      isShown: unknown > 0,
    },
    {
      icon: <LoaderCircle aria-hidden />,
      text: t("{inFlight} being sent", { inFlight: formatCount(inFlight) }),
      isShown: inFlight > 0,
    },
    {
      icon: <Circle aria-hidden />,
      text: t("{toSend} not sent", { toSend: formatCount(list.toSend) }),
      isShown: list.toSend > 0,
    },
  ];
  return (
    <BatchProgress
      batch={list}
      label={t("Sent")}
      words={words}
      tone={refused > 0 && refused === list.ended ? "bad" : "accent"}
      facts={facts
        .filter(({ isShown }) => isShown)
        .map(({ icon, text }) => (
          <span key={text} className="inline-flex items-center gap-1.5">
            {icon}
            {text}
          </span>
        ))}
    >
      {list.uncertain > 0 && (
        <Note
          tone="unknown"
          title={t("{count, plural, one {# address} other {# addresses}} without a certain answer.", {
            count: list.uncertain,
          })}
        >
          {t("Portico does not know whether the emails went out, and does not send them again.")}
        </Note>
      )}
    </BatchProgress>
  );
}
