import { Link } from "#app/_ui/primitives/link.tsx";
import type { ReactNode } from "react";
import { AgeBars } from "#app/_ui/charts/age-bars.tsx";
import { Bars, type Bar } from "#app/_ui/charts/bars.tsx";
import { Tiles } from "#app/_ui/charts/tiles.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { MainSide } from "#app/_ui/frame/page-head.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";
import type { CallSlot, Figures } from "#lib/features/overview/figures.ts";

/** Counts and trends of the overview as small charts, each linked to what it counts. */
export function OverviewFigures({ figures }: { figures: Figures }): ReactNode {
  const { models, uploads, exports, joined, calls, waiting } = figures;
  const waitingCount = waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Tiles
        label={t("Key figures")}
        tiles={[
          {
            label: t("Models ready"),
            value: formatCount(models.ready),
            of: t("of {total}", { total: formatCount(models.total) }),
            plot: t("Uploaded per day, last 14 days: {days}", { days: uploads.join(", ") }),
            bars: toBars(uploads, (days, count) =>
              t("{when}: {count} uploaded", { when: days === 0 ? t("today") : daysAgo(days), count }),
            ),
            detail: modelWords(models),
            href: "/clouds",
          },
          {
            label: t("Elements exported, 7 days"),
            value: formatCount(exports.elements),
            plot: t("Elements exported per day, last 7 days: {days}", { days: exports.days.join(", ") }),
            bars: toBars(exports.days, (days, count) =>
              t("{when}: {count} elements", { when: days === 0 ? t("last 24 h") : daysBefore(days), count }),
            ),
            detail:
              exports.runs === 0
                ? t("Nothing exported yet")
                : t("{count, plural, one {# file} other {# files}}, verified", {
                    count: exports.runs,
                  }),
            href: "/exports?state=done",
          },
          {
            label: t("Cloud invitations joined, 30 days"),
            value: formatCount(joined.count),
            of: t("of {total}", { total: formatCount(Math.max(joined.asked, joined.count)) }),
            plot: t("Joined per two days, last 30 days: {slots}", { slots: joined.slots.join(", ") }),
            bars: toBars(joined.slots, (slots, count) =>
              t("{when}: {count} joined", { when: daysAgo(slots * 2), count }),
            ),
            detail: t("{count} waiting", { count: formatCount(waitingCount) }),
            href: "/invitations?state=JOINED",
          },
          {
            label: t("Service answer time, p95"),
            value: calls.p95Ms === null ? "–" : formatCount(calls.p95Ms),
            of: calls.p95Ms === null ? t("no calls in 24 h") : "ms",
            plot: t("Service calls per half hour, last 24 hours: {count} in total", {
              count: formatCount(calls.total),
            }),
            bars: toBars(
              calls.slots.map((slot) => slot.calls),
              (slots, count) => t("{when}: {count} calls", { when: slotWords(slots), count }),
            ),
            detail: t("{count, plural, one {# call} other {# calls}} in 24 h", { count: calls.total }),
            href: "/connections",
          },
        ]}
      />
      <MainSide
        sideLabel={t("Waiting invitations")}
        side={
          <Card
            title={t("Waiting Cloud invitations by age")}
            aside={
              <Link className="link" href="/invitations?state=WAITING">
                {t("{count} waiting", { count: formatCount(waitingCount) })}
              </Link>
            }
          >
            <AgeBars
              label={t("Waiting Cloud invitations by age")}
              bars={waiting.map(({ count }, index) => ({
                label: t(AGE_WORDS[index] ?? ""),
                count,
                tone: index > 2 ? "low" : "part",
              }))}
            />
          </Card>
        }
      >
        <Card title={t("Service calls, last 24 hours")} aside={<Aside>{callWords(calls)}</Aside>}>
          <Bars
            label={t("Service calls per half hour, last 24 hours: {calls}", {
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
              {rich("Requests and answers are on the page of each <link>connection</link>.", {
                link: (inner) => (
                  <Link className="link" href="/connections">
                    {inner}
                  </Link>
                ),
              })}
            </p>
          )}
        </Card>
      </MainSide>
    </>
  );
}

const AGE_WORDS = [
  msg("under 1 day"),
  msg("1–3 days"),
  msg("3–7 days"),
  msg("7–14 days"),
  msg("over 14 days"),
];

function Aside({ children }: { children: ReactNode }): ReactNode {
  return <span className="text-13 text-fg-3">{children}</span>;
}

/** The newest bar is the darkest; each bar has a label with its time and number. */
function toBars(values: readonly number[], wordsOf: (slotsAgo: number, count: string) => string): Bar[] {
  const most = Math.max(1, ...values);
  return values.map((value, at) => ({
    share: value / most,
    words: wordsOf(values.length - 1 - at, formatCount(value)),
    ...(value > 0 && at === values.length - 1 && { tone: "full" as const }),
  }));
}

function daysAgo(count: number): string {
  return t("{count, plural, one {# day} other {# days}} ago", { count });
}

function daysBefore(count: number): string {
  return t("{count, plural, one {# day} other {# days}} before", { count });
}

function slotWords(slotsAgo: number): string {
  return slotsAgo === 0 ? t("last half hour") : t("{hours} h before", { hours: formatCount(slotsAgo / 2) });
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
    t("{count, plural, one {# call} other {# calls}}", { count: total }),
    ...(failed > 0 ? [t("{count} failed", { count: formatCount(failed) })] : []),
    ...(unanswered > 0 ? [t("{count} without an answer", { count: formatCount(unanswered) })] : []),
  ].join(", ");
}

function modelWords({ total, inProcess, waiting, failed, putAway }: Figures["models"]): string {
  if (total === 0) return t("No models yet");
  const parts = [
    ...(inProcess > 0 ? [t("{count} processing", { count: formatCount(inProcess) })] : []),
    ...(waiting > 0 ? [t("{count} waiting", { count: formatCount(waiting) })] : []),
    ...(failed > 0 ? [t("{count} failed", { count: formatCount(failed) })] : []),
    ...(putAway > 0 ? [t("{count} failed and hidden", { count: formatCount(putAway) })] : []),
  ];
  return parts.length === 0 ? t("All models") : parts.join(", ");
}
