import type { ReactNode } from "react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { marked } from "#app/_ui/marked.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import type { PlaceView } from "#lib/features/people/removals/schema.ts";

/** A Cloud in a table of one person's Clouds, with its number to distinguish equal names. */
export function PlaceCell({ place }: { place: PlaceView }): ReactNode {
  return (
    <>
      <Link className="link [overflow-wrap:anywhere]" href={`/clouds/${place.cloudId}/people`}>
        {place.cloudName}
      </Link>
      <small>
        {marked(dotted(t("Cloud {serviceId}", { serviceId: place.cloudNumber }), place.connectionName))}
      </small>
    </>
  );
}
