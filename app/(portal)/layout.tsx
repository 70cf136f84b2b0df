import type { ReactNode } from "react";
import { findActor, getPageFacts } from "#app/_server/page.ts";
import { PortalDesk } from "./_components/desk/portal-desk.tsx";
import { listCreates, listFurtherPages, listPlaces } from "./_components/portal-places.tsx";

/** Around all pages of the staff: what stays while one page follows another. Each page asks for its permission itself. */
export default async function PortalLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  const actor = await findActor();
  // The page itself leads to the sign-in and back.
  if (actor === null) return children;
  const { name, email, byProvider, hasSecondFactor } = actor;
  return (
    <PortalDesk
      places={listPlaces(actor)}
      furtherPages={listFurtherPages()}
      creates={listCreates(actor)}
      person={{ name, email, byProvider }}
      hasSecondFactor={hasSecondFactor}
      facts={await getPageFacts()}
    >
      {children}
    </PortalDesk>
  );
}
