import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** The first stop of the Tab key: past the frame, to the page. */
export function SkipLink(): ReactNode {
  return (
    <a className="skip" href="#main">
      {t("Skip to content")}
    </a>
  );
}
