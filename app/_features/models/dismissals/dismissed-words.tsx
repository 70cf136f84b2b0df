import type { ReactNode } from "react";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import type { DismissedModel } from "#lib/features/models/schema.ts";

/** Who dismissed a failed model, and when. */
export function DismissedWords({ dismissed: { by, at } }: { dismissed: DismissedModel }): ReactNode {
  return (
    <span className="block">
      {rich("Hidden by {name} {when}", { name: by, when: <RelativeTime at={at} /> })}
    </span>
  );
}
