import type { ReactNode } from "react";

/** Under the grid: how many rows of how many, and the key to the marks of cells. */
export function GridFoot({ summary }: { summary: ReactNode }): ReactNode {
  return (
    <div className="eg-foot">
      <span className="min-w-0 truncate">{summary}</span>
      <ul aria-label="Marks" className="eg-keys">
        <li>
          <span aria-hidden className="eg-swatch miss" />
          no such property
        </li>
        <li>
          <span aria-hidden className="eg-swatch eg-empty">
            “”
          </span>
          empty text
        </li>
      </ul>
    </div>
  );
}
