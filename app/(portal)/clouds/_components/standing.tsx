import type { ReactNode } from "react";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import type { Standing } from "#lib/features/clouds/schema.ts";

type Shown = Standing & { unverifiedSince?: Date | null; status?: string };

/** Where a Cloud or project stands: what the service says of it before what was done with it here. */
export function StandingState({ row }: { row: Shown }): ReactNode {
  if (row.deletedAt !== null) return <State tone="idle">Deleted</State>;
  if (row.missingSince !== null) {
    return (
      <State tone="warn" detail="the service does not show it any more">
        Not found
      </State>
    );
  }
  if (row.unverifiedSince instanceof Date) {
    return (
      <State tone="unknown" detail="until the service does something in it">
        Not verified
      </State>
    );
  }
  if (row.archivedAt !== null) return <State tone="idle">Archived</State>;
  if (row.status === undefined) return <State tone="ok">In order</State>;
  if (row.status === "A") return <State tone="ok">Active</State>;
  return <State tone="idle">{row.status === "D" ? "Deleted (D)" : `Status ${row.status}`}</State>;
}

/** The same for the head of a page; nothing while all is in order. */
export function StandingBadges({ row }: { row: Shown }): ReactNode {
  return (
    <>
      {row.deletedAt !== null ? (
        <Badge tone="idle">Deleted at the service</Badge>
      ) : (
        row.missingSince !== null && <Badge tone="warn">Not found at the service</Badge>
      )}
      {row.unverifiedSince instanceof Date && <Badge tone="unknown">Not verified yet</Badge>}
      {row.archivedAt !== null && <Badge tone="idle">Archived</Badge>}
      {row.status !== undefined && row.status !== "A" && (
        <Badge tone="idle">{row.status === "D" ? "Deleted (D)" : `Status ${row.status}`}</Badge>
      )}
    </>
  );
}
