import type { ReactNode } from "react";
import { PortalQueries } from "#app/_client/portal-queries.tsx";
import { findActor, getPageFacts } from "#app/_server/page.ts";
import { PortalDesk } from "#app/_shell/portal-desk.tsx";
import { KeptInputProvider } from "#app/_ui/forms/kept-input-provider.tsx";
import { listCreates, listFurtherPages, listPlaces } from "#app/_shell/frame/portal-places.tsx";

/** Surrounds all pages of the portal: the frame, and what stays while pages change. Each page checks its own permission. */
export default async function PortalLayout({
  children,
  crumbs,
}: {
  children: ReactNode;
  /** Made again for each address (@crumbs). */
  crumbs: ReactNode;
}): Promise<ReactNode> {
  const actor = await findActor();
  // The page itself redirects to the sign-in and back; until then nothing of it is shown, not even that it is loading.
  if (actor === null) return <div hidden>{children}</div>;
  const { name, email, byProvider, hasSecondFactor } = actor;
  return (
    <PortalQueries>
      <KeptInputProvider key={email}>
        <PortalDesk
          places={listPlaces(actor)}
          furtherPages={listFurtherPages(actor)}
          creates={listCreates(actor)}
          person={{ name, email, byProvider }}
          hasSecondFactor={hasSecondFactor}
          firstFacts={await getPageFacts()}
          crumbs={crumbs}
        >
          {children}
        </PortalDesk>
      </KeptInputProvider>
    </PortalQueries>
  );
}
