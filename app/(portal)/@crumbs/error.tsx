"use client";
import type { ReactNode } from "react";
import { Whereabouts } from "#app/_shell/crumbs/whereabouts.tsx";

/** The page beside it says what failed; the breadcrumb shows what the address alone tells. */
export default function CrumbsError(): ReactNode {
  return <Whereabouts />;
}
