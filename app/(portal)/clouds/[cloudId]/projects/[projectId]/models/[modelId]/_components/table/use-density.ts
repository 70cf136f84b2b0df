"use client";
import { useKeptChoice } from "#app/_ui/use-kept-choice.ts";
import { DENSITIES, type Density } from "./table-tools.tsx";

/** The row height, stored on this machine. */
export function useDensity(): [Density, (density: Density) => void] {
  return useKeptChoice("portico.row-height", DENSITIES, "default");
}
