"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useTransition, type ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { ReadingState } from "#lib/features/elements/schema.ts";
import type { ReadingView } from "#lib/features/elements/reading-views.ts";

const PAUSE_MS = 300;
const TROUBLE_MS = 4_000;

/** The progress of a reading, polled until it has ended; then the page is refreshed. */
export function ReadingProgress({ reading: given }: { reading: ReadingView }): ReactNode {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery<ReadingState>({
    queryKey: [`/api/elements/${given.snapshotId}`],
    // Refreshes requested faster than they are made would cancel each other: no polling while one is running.
    enabled: !isRefreshing,
    refetchInterval: ({ state }) => (state.error === null ? PAUSE_MS : TROUBLE_MS),
  });
  const reading = data?.state === "reading" ? data.reading : given;
  // Gone or signed out: the page itself says which.
  const isGone = error?.status === 404 || error?.status === 401;
  const hasEnded = isGone || (error === null && data !== undefined && data.state !== "reading");
  useEffect(() => {
    // Ended in any way; repeated for each such answer, because the page knows what to show.
    if (hasEnded) startRefresh(() => router.refresh());
  }, [hasEnded, dataUpdatedAt, errorUpdatedAt, router]);
  const words = t("{bytes}, {elements} so far", {
    bytes: formatFileSize(reading.bytes),
    elements: `${formatCount(reading.rows)} ${classNoun(reading.ifcClass, reading.rows)}`,
  });
  return (
    <div className="grid w-full gap-1.5 py-1 text-13 text-fg-2">
      <span>
        {rich("Reading {ifcClass} from the service: {words}", {
          ifcClass: reading.ifcClass,
          words: <span className="tabular-nums">{words}</span>,
        })}
        {error !== null && !isGone && (
          <span className="text-warn">
            {" "}
            {t("Portico is not answering. The page tries again automatically.")}
          </span>
        )}
      </span>
      <Progress
        label={t("Reading {ifcClass} from the service", { ifcClass: reading.ifcClass })}
        words={words}
      />
    </div>
  );
}
