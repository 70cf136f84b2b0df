import { Suspense, type ReactNode } from "react";
import { findActor, getPageFacts, type PageProps } from "#app/_server/page.ts";
import { FactsAfterReading, readingAt } from "#app/_shell/crumbs/facts-after-reading.tsx";
import { namePlace } from "#app/_shell/crumbs/name-place.ts";
import { Whereabouts } from "#app/_shell/crumbs/whereabouts.tsx";

type Props = Omit<PageProps, "params"> & { params: Promise<{ path?: string[] }> };

/**
 * The breadcrumb, made from the address beside each page of the portal. The page itself redirects to the sign-in, and reports what was not
 * found.
 */
export default async function CrumbsPage({ params, searchParams }: Props): Promise<ReactNode> {
  const actor = await findActor();
  if (actor === null) return null;
  const { path: way = [] } = await params;
  const query = await searchParams;
  const [place, facts] = await Promise.all([namePlace(actor, way, query), getPageFacts()]);
  const reading = readingAt(actor, way, query);
  return (
    <>
      <Whereabouts here={{ path: `/${way.join("/")}`, ...place, facts }} />
      {reading !== null && (
        <Suspense fallback={null}>
          <FactsAfterReading reading={reading} />
        </Suspense>
      )}
    </>
  );
}
