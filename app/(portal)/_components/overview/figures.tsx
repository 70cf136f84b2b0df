import Link from "next/link";
import type { ReactNode } from "react";
import { AgeBars } from "#app/_ui/charts/age-bars.tsx";
import { Bars, type Bar } from "#app/_ui/charts/bars.tsx";
import { Tiles } from "#app/_ui/charts/tiles.tsx";
import { formatCount, formatCounted } from "#app/_ui/format/count.ts";
import { MainSide } from "#app/_ui/frame/page-head.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import type { CallSlot, Figures } from "#lib/features/overview/figures.ts";

/** Counts and trends of the overview as small plots, each leading to what it counts. */
export function OverviewFigures({ figures }: { figures: Figures }): ReactNode {
  const { models, uploads, exports, joined, calls, waiting } = figures;
  const waitingCount = waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Tiles
        label={t("State in figures")}
        tiles={[
          {
            label: t("Models ready"),
            value: formatCount(models.ready),
            of: `of ${formatCount(models.total)}`,
            plot: `Uploaded a day, the last 14 days: ${uploads.join(", ")}`,
            bars: toBars(
              uploads,
              (days) => (days === 0 ? "today" : `${formatCounted(days, "day")} ago`),
              "uploaded",
            ),
            detail: modelWords(models),
            href: "/clouds",
          },
          {
            label: t("Elements exported, 7 days"),
            value: formatCount(exports.elements),
            plot: `Elements exported a day, the last 7 days: ${exports.days.join(", ")}`,
            bars: toBars(
              exports.days,
              (days) => (days === 0 ? "last 24 h" : `${formatCounted(days, "day")} before`),
              "elements",
            ),
            detail:
              exports.runs === 0
                ? t("Nothing was exported")
                : `${formatCounted(exports.runs, "run")}, read back and identical`,
            href: "/exports?state=done",
          },
          {
            label: t("Invitations joined, 30 days"),
            value: formatCount(joined.count),
            of: `of ${formatCount(Math.max(joined.asked, joined.count))}`,
            plot: `Joined in two days each, the last 30 days: ${joined.slots.join(", ")}`,
            bars: toBars(joined.slots, (slots) => `${formatCounted(slots * 2, "day")} ago`, "joined"),
            detail: t("{waitingCount} waiting", { waitingCount: formatCount(waitingCount) }),
            href: "/invitations?state=JOINED",
          },
          {
            label: t("Service answer time, p95"),
            value: calls.p95Ms === null ? "–" : formatCount(calls.p95Ms),
            of: calls.p95Ms === null ? "no calls in 24 h" : "ms",
            plot: `Calls of services in half an hour each, the last 24 hours: ${formatCount(calls.total)} in all`,
            bars: toBars(
              calls.slots.map((slot) => slot.calls),
              slotWords,
              "calls",
            ),
            detail: `${formatCounted(calls.total, "call")} in 24 h`,
            href: "/connections",
          },
        ]}
      />
      <MainSide
        sideLabel="Waiting invitations"
        side={
          <Card title={t("Waiting invitations by age")} aside={<Aside>{formatCount(waitingCount)}</Aside>}>
            <AgeBars
              label={t("Waiting invitations by age")}
              bars={waiting.map(({ count }, index) => ({
                label: AGE_WORDS[index] ?? "",
                count,
                href: index > 2 ? "/invitations?state=AGING" : "/invitations?state=WAITING",
                tone: index > 2 ? "low" : "part",
              }))}
            />
          </Card>
        }
      >
        <Card title={t("Service calls, last 24 hours")} aside={<Aside>{callWords(calls)}</Aside>}>
          <Bars
            label={t("Service calls in half an hour each, last 24 hours: {calls}", {
              calls: callWords(calls),
            })}
            bars={callBars(calls.slots)}
            className="h-24 w-full"
          />
          <div aria-hidden className="mt-1 flex justify-between text-11 text-fg-3">
            <span>{t("24 h ago")}</span>
            <span>18 h</span>
            <span>12 h</span>
            <span>6 h</span>
            <span>{t("now")}</span>
          </div>
          {calls.failed + calls.unanswered > 0 && (
            <p className="mt-2 text-12 text-fg-2">
              What was asked and answered is on the page of its{" "}
              <Link className="link" href="/connections">
                {t("connection")}
              </Link>
              .
            </p>
          )}
        </Card>
      </MainSide>
    </>
  );
}

const AGE_WORDS = ["under 1 day", "1–3 days", "3–7 days", "7–14 days", "over 14 days"];

function Aside({ children }: { children: ReactNode }): ReactNode {
  return <span className="text-13 text-fg-3">{children}</span>;
}

/** The newest bar is the darkest; each says its time and its figure. */
function toBars(values: readonly number[], when: (slotsAgo: number) => string, what: string): Bar[] {
  const most = Math.max(1, ...values);
  return values.map((value, at) => ({
    share: value / most,
    words: `${when(values.length - 1 - at)}: ${formatCount(value)} ${what}`,
    ...(value > 0 && at === values.length - 1 && { tone: "full" as const }),
  }));
}

function slotWords(slotsAgo: number): string {
  return slotsAgo === 0 ? "last half hour" : `${String(slotsAgo / 2)} h before`;
}

function callBars(slots: readonly CallSlot[]): Bar[] {
  const most = Math.max(1, ...slots.map(({ calls }) => calls));
  return slots.map((slot, at) => ({
    share: slot.calls / most,
    words: `${slotWords(slots.length - 1 - at)}: ${callWords({ total: slot.calls, ...slot })}`,
    over:
      slot.unanswered > 0
        ? { share: slot.unanswered / most, tone: "unknown" }
        : slot.failed > 0
          ? { share: slot.failed / most, tone: "bad" }
          : undefined,
  }));
}

function callWords({
  total,
  failed,
  unanswered,
}: {
  total: number;
  failed: number;
  unanswered: number;
}): string {
  return [
    formatCounted(total, "call"),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(unanswered > 0 ? [`${formatCount(unanswered)} without an answer`] : []),
  ].join(", ");
}

function modelWords({ total, inProcess, waiting, failed }: Figures["models"]): string {
  if (total === 0) return "No models were seen yet";
  const parts = [
    ...(inProcess > 0 ? [`${formatCount(inProcess)} in process`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ];
  return parts.length === 0 ? "All that were seen" : parts.join(", ");
}
