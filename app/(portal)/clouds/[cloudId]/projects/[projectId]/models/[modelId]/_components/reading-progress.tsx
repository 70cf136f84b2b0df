"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition, type ReactNode } from "react";
import { askPortal } from "#app/_client/ask-portal.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { t } from "#lib/core/texts.ts";
import { classNoun } from "#lib/features/elements/class-words.ts";
import type { ReadingState, ReadingView } from "#lib/features/elements/schema.ts";

const PAUSE_MS = 300;
const TROUBLE_MS = 4_000;

/** How far a reading is, asked for until it has ended; then the page is made anew with what came of it. */
export function ReadingProgress({ reading: given }: { reading: ReadingView }): ReactNode {
  const router = useRouter();
  const [reading, setReading] = useState(given);
  const [trouble, setTrouble] = useState(false);
  const [isRefreshing, startRefresh] = useTransition();
  const id = given.snapshotId;
  useEffect(() => {
    // Pages asked for faster than they are made push each other aside: nothing is asked while one is on its way.
    if (isRefreshing) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const state = await ask(id, stop.signal);
      if (stop.signal.aborted) return;
      setTrouble(state === null);
      if (state?.state === "reading") setReading(state.reading);
      else if (state !== null) {
        // Ended in whatever way: the page knows what to show.
        startRefresh(() => router.refresh());
        return;
      }
      timer = setTimeout(() => void look(), state === null ? TROUBLE_MS : PAUSE_MS);
    };
    void look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id, isRefreshing, router]);
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
        {trouble && (
          <span className="text-warn"> {t("Portico does not answer just now; asked again by itself.")}</span>
        )}
      </span>
      <Progress
        label={t("Reading {ifcClass} from the service", { ifcClass: reading.ifcClass })}
        words={words}
      />
    </div>
  );
}

async function ask(id: string, signal: AbortSignal): Promise<ReadingState | null> {
  const asked = await askPortal<ReadingState>(`/api/elements/${id}`, signal);
  if (asked.ok) return asked.value;
  // Gone or signed out: the page itself says which.
  return asked.status === 404 || asked.status === 401 ? { state: "ready" } : null;
}
