"use client";
import type { ReactNode } from "react";
import { FindDialog } from "./palette/find-dialog.tsx";
import type { Destination } from "./palette/find-items.ts";
import { ShortcutsDialog } from "./shortcuts/shortcuts-dialog.tsx";

export type DeskDialog = "find" | "shortcuts";

/** The dialogs that keys open on every page of the portal. */
export function DeskDialogs({
  shown,
  show,
  typedAhead,
  pages,
  creates,
}: {
  shown: DeskDialog | null;
  show: (dialog: DeskDialog | null) => void;
  /** Returns what was typed before the search was here. */
  typedAhead: () => string;
  pages: readonly Destination[];
  creates: readonly Destination[];
}): ReactNode {
  return (
    <>
      <FindDialog
        open={shown === "find"}
        onOpenChange={(open) => show(open ? "find" : null)}
        typedAhead={typedAhead}
        pages={pages}
        creates={creates}
        onShortcuts={() => show("shortcuts")}
      />
      <ShortcutsDialog
        open={shown === "shortcuts"}
        onOpenChange={(open) => show(open ? "shortcuts" : null)}
      />
    </>
  );
}
