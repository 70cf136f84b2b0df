import type { ReactNode } from "react";
import { Loading, SkeletonHead, SkeletonTable } from "../primitives/skeleton.tsx";
import { Page } from "./app-frame.tsx";

/** A placeholder for a page with a table (`loading.tsx`): its head, and as many rows as expected. */
export function PageLoading({
  label,
  rows,
  columns,
}: {
  label: string;
  rows: number;
  columns: number;
}): ReactNode {
  return (
    <Page>
      <Loading label={label}>
        <SkeletonHead />
        <SkeletonTable rows={rows} columns={columns} />
      </Loading>
    </Page>
  );
}
