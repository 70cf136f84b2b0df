import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** The first stop of the Tab key: skips the frame. */
export function SkipLink(): ReactNode {
  return (
    <a className="skip" href="#main">
      {t("Skip to content")}
    </a>
  );
}
