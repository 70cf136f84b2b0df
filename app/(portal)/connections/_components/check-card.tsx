import type { ReactNode } from "react";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Ladder, type LadderRung } from "#app/_ui/primitives/ladder.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { t } from "#lib/core/texts.ts";
import type { CheckView } from "#lib/features/connections/record.ts";
import type { Rung } from "#lib/service/client/check/rung.ts";
import { checkState, RUNG_TITLES, toldRung, warningWords } from "./check-words.ts";

/** One check: every step with its duration and, after a problem, what was expected, what came and how to fix it. */
export function CheckCard({ title, check }: { title: string; check: CheckView }): ReactNode {
  const { tone, words } = checkState(check);
  return (
    <Card
      title={title}
      aside={
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <Badge tone={tone}>{words}</Badge>
          <span className="text-12 whitespace-nowrap text-fg-3">
            <RelativeTime at={check.at} />, {t("{durationMs} ms", { durationMs: check.durationMs })}
          </span>
        </span>
      }
      flush
    >
      <Ladder label={title} rungs={check.rungs.map(toLadderRung)} />
    </Card>
  );
}

/** A rung that was climbed, or that was not tried. */
export function toLadderRung(rung: Rung): LadderRung {
  const base = { key: rung.name, title: t(RUNG_TITLES[rung.name]) };
  if (rung.state === "notTried") {
    return {
      ...base,
      state: "off",
      text: t("Not tried. Expects: {expected}", { expected: toldRung(rung.expected) }),
    };
  }
  const took = `${String(rung.durationMs ?? 0)} ms`;
  if (rung.cure === null) return { ...base, state: rung.state, text: toldRung(rung.got), took };
  return {
    ...base,
    state: rung.state,
    took,
    text: rung.state === "bad" ? t("The check stopped here.") : warningWords(rung.name),
    facts: [
      { label: t("Expected"), value: toldRung(rung.expected) },
      { label: t("Received"), value: toldRung(rung.got) },
      { label: t("How to fix"), value: toldRung(rung.cure) },
    ],
  };
}
