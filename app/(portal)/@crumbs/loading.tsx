import type { ReactNode } from "react";
import { Whereabouts } from "#app/_shell/crumbs/whereabouts.tsx";

/** As much as the address alone tells. */
export default function CrumbsLoading(): ReactNode {
  return <Whereabouts />;
}
