import type { ReactNode } from "react";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import type { RemovedPlaceView } from "#lib/features/people/removals/schema.ts";

/** Names the Clouds that the person is still in, each with the reason and what to do. `all`: where all of them are; null: on this page. */
export function StayingNote({
  places,
  count,
  all,
}: {
  places: readonly RemovedPlaceView[];
  count: number;
  all: string | null;
}): ReactNode {
  if (count === 0) return null;
  return (
    <Note
      tone="warn"
      title={t("The person stays in {count, plural, one {# Cloud} other {# Clouds}}.", { count })}
      action={
        all !== null &&
        count > places.length && (
          <LinkButton size="sm" href={all}>
            {t("Show all {count} Clouds", { count })}
          </LinkButton>
        )
      }
    >
      <ul className="mt-1 grid gap-1">
        {places.map((place) => (
          <li key={place.n}>
            <Link className="link" href={`/clouds/${place.cloudId}/people`}>
              {place.cloudName} ({place.cloudNumber})
            </Link>
            {place.problem !== null && <>: {marked(place.problem)}</>}
          </li>
        ))}
      </ul>
    </Note>
  );
}
