import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** Below the grid: how many of how many rows, how to open a row, and the legend of the cell marks. */
export function GridFoot({
  summary,
  exact = null,
  notice = "",
  opensRows = false,
}: {
  summary: ReactNode;
  /** The exact number of the active cell; null where the cell shows it. */
  exact?: string | null;
  /** What is selected, or whether it was copied. */
  notice?: string;
  opensRows?: boolean;
}): ReactNode {
  return (
    <div className="eg-foot">
      <span className="min-w-0 truncate">{summary}</span>
      <span role="status" className="tabular-nums">
        {exact !== null && t("Exact value {number}", { number: exact })}
      </span>
      <span role="status" className="min-w-0 truncate">
        {notice}
      </span>
      {opensRows && notice === "" && (
        <>
          <span className="text-fg-3 md:hidden">{t("Tap a row to open it")}</span>
          <span className="text-fg-3 max-md:hidden">
            {t("Double click or Enter opens a row, Shift selects cells, Ctrl C copies")}
          </span>
        </>
      )}
      <ul aria-label={t("Marks")} className="eg-keys">
        <li>
          <span aria-hidden className="eg-swatch miss" />
          {t("no such property")}
        </li>
        <li>
          <span aria-hidden className="eg-swatch eg-empty">
            “”
          </span>
          {t("empty text")}
        </li>
      </ul>
    </div>
  );
}
