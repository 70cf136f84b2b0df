"use client";
import { usePathname, useRouter } from "next/navigation";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { toast } from "sonner";
import { findKeyDeed, type KeyOfPage } from "#app/_ui/acts/act-store.ts";
import type { WorkItem } from "#lib/features/work/schema.ts";
import { t } from "#lib/core/texts.ts";
import { ConfirmationDesk } from "./confirmation-desk.tsx";
import { DeskContext } from "./desk-context.ts";
import { DeskFrame } from "./frame/desk-frame.tsx";
import { FrameContext, type DeskPlace, type FrameKnown } from "./frame/frame-context.ts";
import { FindDialog } from "./palette/find-dialog.tsx";
import type { Destination } from "./palette/find-items.ts";
import { SHORTCUTS, type Shortcut } from "./shortcuts/shortcuts.ts";
import { ShortcutsDialog } from "./shortcuts/shortcuts-dialog.tsx";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";
import { useWork } from "./tray/use-work.ts";

/**
 * Around all pages of the staff, and there while one follows another: the frame, find-or-do and its keys, the shortcuts, and what runs in the
 * background, whose end is told where one does not see it.
 */
export function PortalDesk({
  places,
  furtherPages,
  creates,
  person,
  hasSecondFactor,
  facts: firstFacts,
  crumbs,
  children,
}: {
  places: readonly DeskPlace[];
  furtherPages: readonly Destination[];
  creates: readonly Destination[];
  person: FrameKnown["person"];
  /** The account asks for codes at sign-in. */
  hasSecondFactor: boolean;
  /** When the first page was made; each page's breadcrumb brings those of its moment. */
  facts: FrameKnown["facts"];
  crumbs: ReactNode;
  children: ReactNode;
}): ReactNode {
  const router = useRouter();
  const pathname = usePathname();
  const [facts, setFacts] = useState(firstFacts);
  // Page and breadcrumb are made beside each other: whichever arrives last, the newer figures stay.
  const noteFacts = useCallback(
    (told: FrameKnown["facts"]) => setFacts((known) => (told.countedAt < known.countedAt ? known : told)),
    [],
  );
  const [shown, setShown] = useState<"find" | "shortcuts" | null>(null);
  const openFind = useCallback(() => setShown("find"), []);
  const openShortcuts = useCallback(() => setShown("shortcuts"), []);
  const [looked, setLooked] = useState(() => new Date(0).toISOString());
  const onLooked = useCallback(() => setLooked(new Date().toISOString()), []);
  const tell = useCallback(
    (item: WorkItem) => {
      // Who is looking at it sees it end.
      if (pathname !== item.href) announce(item, () => router.push(item.href));
    },
    [pathname, router],
  );
  const work = useWork(pathname, tell);
  const doOnPage = useCallback(
    (key: KeyOfPage) => {
      const deed = findKeyDeed(key);
      if (deed === null) {
        // What this page has no field for, find-or-do may find.
        if (key === "search") openFind();
      } else if ("href" in deed) router.push(deed.href);
      else deed.run();
    },
    [router, openFind],
  );
  const doShortcut = useCallback(
    (shortcut: Shortcut) => {
      if ("href" in shortcut) router.push(shortcut.href);
      else if (shortcut.act === "help") openShortcuts();
      else doOnPage(shortcut.act);
    },
    [router, openShortcuts, doOnPage],
  );
  useShortcuts({
    isFindOpen: shown === "find",
    setFind: (open) => setShown(open ? "find" : null),
    doShortcut,
  });
  const desk = useMemo(
    () => ({ openFind, openShortcuts, work, looked, onLooked }),
    [openFind, openShortcuts, work, looked, onLooked],
  );
  const frame = useMemo(() => ({ places, person, facts, noteFacts }), [places, person, facts, noteFacts]);
  return (
    <DeskContext value={desk}>
      <FrameContext value={frame}>
        <ConfirmationDesk proving={{ ...person, hasSecondFactor }}>
          <DeskFrame crumbs={crumbs}>{children}</DeskFrame>
        </ConfirmationDesk>
        <FindDialog
          open={shown === "find"}
          onOpenChange={(open) => setShown(open ? "find" : null)}
          pages={[...places.map(toDestination), ...furtherPages]}
          creates={creates}
          onShortcuts={openShortcuts}
        />
      </FrameContext>
      <ShortcutsDialog
        open={shown === "shortcuts"}
        onOpenChange={(open) => setShown(open ? "shortcuts" : null)}
      />
    </DeskContext>
  );
}

function toDestination({ href, label, icon }: DeskPlace): Destination {
  const shortcut = SHORTCUTS.find((known) => "href" in known && known.href === href);
  return { href, label, icon, keys: shortcut?.keys };
}

const TELLS = { ok: toast.success, bad: toast.error, warn: toast.warning, unknown: toast.warning } as const;

function announce(item: WorkItem, show: () => void): void {
  const tell = item.tone === "progress" || item.tone === "idle" ? toast : TELLS[item.tone];
  tell(item.title, {
    id: item.id,
    description: item.words,
    action: { label: t("Show"), onClick: show },
    // A failure stays until somebody has seen it.
    ...(item.tone !== "ok" && item.tone !== "idle" && { duration: Infinity, closeButton: true }),
  });
}
