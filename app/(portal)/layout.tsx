import type { ReactNode } from "react";
import { PortalQueries } from "#app/_client/portal-queries.tsx";
import { findActor, getPageFacts } from "#app/_server/page.ts";
import { PortalDesk } from "#app/_shell/portal-desk.tsx";
import { listCreates, listFurtherPages, listPlaces } from "#app/_shell/frame/portal-places.tsx";

/** Around all pages of the staff: the frame, and what else stays while one page follows another. Each page asks for its permission itself. */
export default async function PortalLayout({
  children,
  crumbs,
}: {
  children: ReactNode;
  /** Made anew for each address (@crumbs). */
  crumbs: ReactNode;
}): Promise<ReactNode> {
  const actor = await findActor();
  // The page itself leads to the sign-in and back; until then nothing of it is shown, not even that it is loading.
  if (actor === null) return <div hidden>{children}</div>;
  const { name, email, byProvider, hasSecondFactor } = actor;
  return (
    <PortalQueries>
      <PortalDesk
        places={listPlaces(actor)}
        furtherPages={listFurtherPages()}
        creates={listCreates(actor)}
        person={{ name, email, byProvider }}
        hasSecondFactor={hasSecondFactor}
        firstFacts={await getPageFacts()}
        crumbs={crumbs}
      >
        {children}
      </PortalDesk>
    </PortalQueries>
  );
}
