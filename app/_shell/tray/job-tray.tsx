"use client";
import { Inbox } from "lucide-react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { usePathname, useRouter } from "next/navigation";
import { useCallback, useState, type ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { buttonClass } from "#app/_ui/primitives/button.tsx";
import { Popover } from "#app/_ui/primitives/popover.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";
import { announce } from "./announce.ts";
import { useWork } from "./use-work.ts";

/**
 * Running and recently ended background work, behind one button of the top bar, with a link to each. Announces ends that happen out of
 * sight.
 */
export function JobTray(): ReactNode {
  const router = useRouter();
  const pathname = usePathname();
  const tell = useCallback(
    (item: WorkItem) => {
      // Whoever is on its page sees it end there.
      if (pathname !== item.href) announce(item, () => router.push(item.href));
    },
    [pathname, router],
  );
  const work = useWork(pathname, tell);
  /** When it was last opened, ISO 8601. */
  const [looked, setLooked] = useState(() => new Date(0).toISOString());
  const [open, setOpen] = useState(false);
  const running = work.items.filter((item) => item.isRunning);
  const ended = work.items.filter((item) => !item.isRunning);
  const isNews = ended.some(
    ({ tone, endedAt }) => tone !== "ok" && tone !== "idle" && endedAt !== null && endedAt > looked,
  );
  const state =
    running.length === 0
      ? t("Background work: nothing running")
      : t("Background work: {count} running", { count: formatCount(running.length) });
  const words = isNews ? t("{state}, something needs your attention", { state }) : state;
  const close = (): void => setOpen(false);
  return (
    <Popover
      label={t("Background work")}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setLooked(new Date().toISOString());
      }}
      trigger={
        <button
          type="button"
          aria-label={words}
          title={t("Background work")}
          className={`${buttonClass({ variant: "ghost", size: "sm" })} relative max-sm:px-2`}
        >
          <Inbox aria-hidden />
          {running.length > 0 && <span className="font-normal text-fg-3">{formatCount(running.length)}</span>}
          {isNews && (
            <span aria-hidden className="absolute top-1 right-1 size-[7px] rounded-full bg-unknown" />
          )}
        </button>
      }
    >
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
        {work.items.length === 0 ? (
          <p className="px-3 py-4 text-13 text-fg-2">
            {t(
              "Nothing is running. Exports, uploads, lists and plans that you start appear here and keep running while you do something else.",
            )}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {[...running, ...ended].map((item) => (
              <TrayItem key={item.id} item={item} onGo={close} />
            ))}
          </ul>
        )}
      </div>
      {work.trouble !== null && (
        <p className="border-t border-line px-3 py-2 text-12 text-bad">
          {t("Couldn’t load the status. {trouble}", { trouble: work.trouble })}
        </p>
      )}
      <footer className="flex flex-wrap gap-x-4 border-t border-line px-3 py-2 text-13">
        <Link className="link" href="/exports" onClick={close}>
          {t("All exports")}
        </Link>
        <Link className="link" href="/operations?show=all" onClick={close}>
          {t("All operations")}
        </Link>
      </footer>
    </Popover>
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
