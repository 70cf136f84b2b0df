"use client";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { findKeyDeed, type KeyOfPage } from "#app/_ui/acts/act-store.ts";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { ConfirmationDesk } from "./confirmation-desk.tsx";
import { DeskContext } from "./desk-context.ts";
import { DeskFrame } from "./frame/desk-frame.tsx";
import { FrameContext, type DeskPlace, type FrameKnown } from "./frame/frame-context.ts";
import { makeFactsStore } from "./frame/frame-facts.ts";
import { FindDialog } from "./palette/find-dialog.tsx";
import type { Destination } from "./palette/find-items.ts";
import { SHORTCUTS, type Shortcut } from "./shortcuts/shortcuts.ts";
import { ShortcutsDialog } from "./shortcuts/shortcuts-dialog.tsx";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";

/**
 * Surrounds all pages of the portal and stays while they change: the frame, the search with its key, the shortcuts. The values of its
 * contexts never change: a change would make React render again what is still arriving of a page.
 */
export function PortalDesk({
  places,
  furtherPages,
  creates,
  person,
  hasSecondFactor,
  firstFacts,
  crumbs,
  children,
}: {
  places: readonly DeskPlace[];
  furtherPages: readonly Destination[];
  creates: readonly Destination[];
  person: FrameKnown["person"];
  /** Sign-ins to the account need a code. */
  hasSecondFactor: boolean;
  /** When the first page was made; each page's breadcrumb brings newer ones. */
  firstFacts: FrameFacts;
  crumbs: ReactNode;
  children: ReactNode;
}): ReactNode {
  const router = useRouter();
  const [shown, setShown] = useState<"find" | "shortcuts" | null>(null);
  const openFind = useCallback(() => setShown("find"), []);
  const openShortcuts = useCallback(() => setShown("shortcuts"), []);
  const doOnPage = useCallback(
    (key: KeyOfPage) => {
      const deed = findKeyDeed(key);
      if (deed === null) {
        // If the page has no search field, the key opens the search.
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
  const desk = useMemo(() => ({ openFind, openShortcuts }), [openFind, openShortcuts]);
  const [facts] = useState(() => makeFactsStore(firstFacts));
  const frame = useMemo(() => ({ places, person, facts }), [places, person, facts]);
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
