import type { ReactNode } from "react";
import { Whereabouts } from "#app/_shell/crumbs/whereabouts.tsx";

/** What the address alone tells. */
export default function CrumbsLoading(): ReactNode {
  return <Whereabouts />;
}
