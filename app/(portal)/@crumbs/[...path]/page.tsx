import { Suspense, type ReactNode } from "react";
import { findActor, getPageFacts } from "#app/_server/page.ts";
import { FactsAfterReading, readingAt } from "#app/_shell/crumbs/facts-after-reading.tsx";
import { namePlace, type Query } from "#app/_shell/crumbs/name-place.ts";
import { Whereabouts } from "#app/_shell/crumbs/whereabouts.tsx";

type Props = { params: Promise<{ path?: string[] }>; searchParams: Promise<Query> };

/** Where one is, made from the address beside each page of the staff. The page itself leads to the sign-in, and says what is not there. */
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
