"use client";
import { Inbox } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useCallback, useState, type ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { late, useLate } from "#app/_ui/late.ts";
import { buttonClass } from "#app/_ui/primitives/button.tsx";
import { Popover } from "#app/_ui/primitives/popover.tsx";
import { t } from "#lib/core/texts.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";
import { announce } from "./announce.ts";
import { useWork } from "./use-work.ts";

const list = late(async () => import("./tray-list.tsx"));

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
  const made = useLate(list, open, () => setOpen(false));
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
  return (
    <Popover
      label={t("Background work")}
      open={made !== null}
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
      {made !== null && (
        <made.TrayList running={running} ended={ended} trouble={work.trouble} onGo={() => setOpen(false)} />
      )}
    </Popover>
  );
}
