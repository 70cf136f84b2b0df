import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Loading, SkeletonHead, SkeletonTable } from "../primitives/skeleton.tsx";
import { Page } from "./page-head.tsx";

/** A placeholder for a page with a table (`loading.tsx`): its head, and as many rows as expected. `label` is translated with `t`. */
export function pageLoading(label: string, table: { rows: number; columns: number }): () => ReactNode {
  return function Placeholder() {
    return (
      <Page>
        <Loading label={t(label)}>
          <SkeletonHead />
          <SkeletonTable {...table} />
        </Loading>
      </Page>
    );
  };
}
