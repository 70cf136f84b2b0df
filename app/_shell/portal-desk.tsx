"use client";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { findKeyDeed, type KeyOfPage } from "#app/_ui/acts/act-store.ts";
import { late, useLate } from "#app/_ui/late.ts";
// Unused here: the breadcrumb's page, its loading frame and its error page share the copy that comes with the frame.
import "./crumbs/whereabouts.tsx";
import type { FrameFacts } from "#lib/features/overview/queries.ts";
import { ConfirmationDesk } from "./confirmation-desk.tsx";
import { DeskContext } from "./desk-context.ts";
import { DeskFrame } from "./frame/desk-frame.tsx";
import { FrameContext, type DeskPlace, type FrameKnown } from "./frame/frame-context.ts";
import { makeFactsStore } from "./frame/frame-facts.ts";
import type { Destination } from "./palette/find-items.ts";
import { SHORTCUTS, type Shortcut } from "./shortcuts/shortcuts.ts";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";

const dialogs = late(async () => import("./desk-dialogs.tsx"));

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
  const [wasShown, setWasShown] = useState(false);
  const made = useLate(dialogs, shown !== null || wasShown, () => {
    setWasShown(false);
    setShown(null);
  });
  const show = useCallback((next: "find" | "shortcuts" | null) => {
    setWasShown(true);
    setShown(next);
  }, []);
  const openFind = useCallback(() => show("find"), [show]);
  const openShortcuts = useCallback(() => show("shortcuts"), [show]);
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
  const typedAhead = useShortcuts({
    isFindOpen: shown === "find",
    isAwaited: shown !== null && made === null,
    setFind: (open) => show(open ? "find" : null),
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
        {made !== null && (
          <made.DeskDialogs
            shown={shown}
            show={show}
            typedAhead={typedAhead}
            pages={[...places.map(toDestination), ...furtherPages]}
            creates={creates}
          />
        )}
      </FrameContext>
    </DeskContext>
  );
}

function toDestination({ href, label, icon }: DeskPlace): Destination {
  const shortcut = SHORTCUTS.find((known) => "href" in known && known.href === href);
  return { href, label, icon, keys: shortcut?.keys };
}
