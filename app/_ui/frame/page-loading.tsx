import type { ReactNode } from "react";
import { Loading, SkeletonHead, SkeletonTable } from "../primitives/skeleton.tsx";
import { Page } from "./app-frame.tsx";

/** What holds the place of a page with a table while it is read (`loading.tsx`): its head, and as many rows as will come. */
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
