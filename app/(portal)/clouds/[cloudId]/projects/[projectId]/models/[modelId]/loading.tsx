import type { ReactNode } from "react";
import { GridPage } from "#app/_ui/data-table/grid-page.tsx";
import { GridSkeleton } from "#app/_ui/data-table/grid/grid-skeleton.tsx";
import { Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";

export default function ElementsLoading(): ReactNode {
  return (
    <GridPage label={t("Elements")} title={<Skeleton className="h-4 w-56" />}>
      <GridSkeleton label={t("the elements")} />
    </GridPage>
  );
}
