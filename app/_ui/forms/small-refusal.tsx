import type { ReactNode } from "react";

/** Why a button failed, below it; for rows of tables, where a FormErrorSummary has no room. */
export function SmallRefusal({ message }: { message: string | null }): ReactNode {
  return (
    message !== null && (
      <small role="alert" className="text-bad">
        {message}
      </small>
    )
  );
}
