"use client";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { useDesk } from "../desk-context.ts";

/** Opens the search; shows its key where there is room. */
export function FindButton(): ReactNode {
  const { openFind } = useDesk();
  return (
    <button
      type="button"
      onClick={openFind}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      title={t("Search or run a command")}
      className="kbox"
    >
      <Search aria-hidden />
      <span className="word">{t("Search or run a command")}</span>
      <kbd>{t("Ctrl K")}</kbd>
    </button>
  );
}
