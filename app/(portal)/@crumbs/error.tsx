"use client";
import type { ReactNode } from "react";
import { Whereabouts } from "#app/_shell/crumbs/whereabouts.tsx";

/** The page beside it says what failed; here stands as much as the address alone tells. */
export default function CrumbsError(): ReactNode {
  return <Whereabouts />;
}
