"use client";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { useTrouble } from "../late.ts";
import { Button } from "../primitives/button.tsx";

/**
 * Says that a press had no effect because its code could not be loaded: the network failed, or the portal was upgraded since the page was
 * opened. It never reloads by itself, since the page may have input. No toast or
 * Note: the code of the first may be what failed, and each page would load that of the second.
 */
export function LateTrouble(): ReactNode {
  if (!useTrouble()) return null;
  return (
    <div
      role="alert"
      className="fixed bottom-[72px] left-4 z-50 grid max-w-[360px] gap-2 rounded-2 border border-bad-line bg-bad-soft px-3 py-2.5 text-13 sm:bottom-4"
    >
      {t("Part of this page could not be loaded. Try again, or reload the page.")}
      <Button size="sm" onClick={() => window.location.reload()}>
        {t("Reload the page")}
      </Button>
    </div>
  );
}
