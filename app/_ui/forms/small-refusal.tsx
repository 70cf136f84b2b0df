import type { ReactNode } from "react";
import { marked } from "../marked.ts";

/** Why a button failed, below it; for rows of tables, where a FormErrorSummary has no room. */
export function SmallRefusal({ message }: { message: string | null }): ReactNode {
  return (
    message !== null && (
      <small role="alert" className="text-bad">
        {marked(message)}
      </small>
    )
  );
}
