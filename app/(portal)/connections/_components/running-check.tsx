"use client";
import { useEffect, useRef, type ReactNode } from "react";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Ladder, type LadderRung } from "#app/_ui/primitives/ladder.tsx";
import { t } from "#lib/core/texts.ts";
import type { Rung, RungName } from "#lib/service/client/check/rung.ts";
import { toLadderRung } from "./check-card.tsx";
import { RUNG_TITLES } from "./check-words.ts";

const NAMES = Object.keys(RUNG_TITLES) as RungName[];

/** A check that is under way: each rung as it is climbed, the one that is asked now, and those to come. Comes into view by itself. */
export function RunningCheck({ title, rungs }: { title: string; rungs: readonly Rung[] }): ReactNode {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const now = NAMES[rungs.length];
  return (
    <div ref={shown}>
      <Card
        title={title}
        aside={
          <Badge tone="progress">
            {t("{climbed} of {rungs} checked", { climbed: rungs.length, rungs: NAMES.length })}
          </Badge>
        }
        flush
      >
        <Ladder label={title} rungs={NAMES.map((name, index) => rungOf(name, index, rungs))} />
      </Card>
      <span role="status" className="sr-only">
        {now !== undefined && t("Checking: {title}", { title: t(RUNG_TITLES[now]) })}
      </span>
    </div>
  );
}

function rungOf(name: RungName, index: number, rungs: readonly Rung[]): LadderRung {
  const climbed = rungs[index];
  if (climbed !== undefined) return toLadderRung(climbed);
  const isNow = index === rungs.length;
  return {
    key: name,
    title: t(RUNG_TITLES[name]),
    state: isNow ? "now" : "off",
    text: isNow ? t("Waiting for the answer.") : t("Not checked yet."),
  };
}
