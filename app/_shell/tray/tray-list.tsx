"use client";
import type { ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { marked } from "#app/_ui/marked.ts";
import { Link } from "#app/_ui/primitives/link.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { t } from "#lib/core/texts.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";

/** What the tray shows when it is open (job-tray.tsx). */
export function TrayList({
  running,
  ended,
  trouble,
  onGo,
}: {
  running: readonly WorkItem[];
  ended: readonly WorkItem[];
  /** Why the status could not be loaded. */
  trouble: string | null;
  /** Somebody follows a link. */
  onGo: () => void;
}): ReactNode {
  return (
    <>
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-3 py-2">
        <h2 className="min-w-0 flex-1">{t("Background work")}</h2>
        <span className="text-13 text-fg-3">{t("yours, last 24 hours")}</span>
      </header>
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
        tabIndex={0}
        role="group"
        aria-label={t("Running")}
      >
        {running.length + ended.length === 0 ? (
          <p className="px-3 py-4 text-13 text-fg-2">
            {t(
              "Nothing is running. Exports, uploads, lists and plans that you start appear here and keep running while you do something else.",
            )}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {[...running, ...ended].map((item) => (
              <TrayItem key={item.id} item={item} onGo={onGo} />
            ))}
          </ul>
        )}
      </div>
      {trouble !== null && (
        <p className="border-t border-line px-3 py-2 text-12 text-bad">
          {t("Couldn’t load the status. {trouble}", { trouble })}
        </p>
      )}
      <footer className="flex flex-wrap gap-x-4 border-t border-line px-3 py-2 text-13">
        <Link className="link" href="/exports" onClick={onGo}>
          {t("All exports")}
        </Link>
        <Link className="link" href="/operations?show=all" onClick={onGo}>
          {t("All operations")}
        </Link>
      </footer>
    </>
  );
}

function TrayItem({ item, onGo }: { item: WorkItem; onGo: () => void }): ReactNode {
  const { done, total } = item;
  const figures =
    done === null
      ? null
      : total === null
        ? formatCount(done)
        : t("{done} of {total}", { done: formatCount(done), total: formatCount(total) });
  return (
    <li className="grid gap-1 px-3 py-2.5">
      <div className="flex items-baseline gap-2">
        <Link
          className="link min-w-0 flex-1 text-13 [overflow-wrap:anywhere]"
          href={item.href}
          onClick={onGo}
        >
          {item.title}
        </Link>
        <span className="shrink-0 text-12 text-fg-3">
          <RelativeTime at={item.endedAt ?? item.startedAt} />
        </span>
      </div>
      {item.place !== "" && (
        <span className="truncate text-12 text-fg-3" title={marked(item.place)}>
          {marked(item.place)}
        </span>
      )}
      <span className="flex items-baseline gap-2 [overflow-wrap:anywhere]">
        <span className="min-w-0 flex-1 [&>span]:whitespace-normal!">
          <State tone={item.tone}>{item.words}</State>
        </span>
        {figures !== null && <span className="shrink-0 text-12 text-fg-3">{figures}</span>}
      </span>
      {item.isRunning && item.tone === "progress" && (
        <Progress
          label={item.title}
          {...(done !== null && total !== null && total > 0 && { value: done, max: total })}
          words={figures === null ? item.words : `${item.words}, ${figures}`}
        />
      )}
    </li>
  );
}
