import type { ReactNode } from "react";

/** The first stop of the Tab key: past the frame, to the page. */
export function SkipLink(): ReactNode {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}
