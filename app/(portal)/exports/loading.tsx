import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { PortalFrame } from "../_components/portal-frame.tsx";

export default function ExportsLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: "Exports" }]}>
      <Page>
        <Loading label="Reading the exports">
          <SkeletonHead />
          <SkeletonTable rows={8} columns={6} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
