import type { ReactNode } from "react";

/** Whether this draws anything: a condition that is not met does not. */
export function isShown(content: ReactNode): boolean {
  return content !== undefined && content !== null && content !== false;
}
