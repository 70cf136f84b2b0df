import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { PortalFrame } from "../_components/portal-frame.tsx";

export default function CloudsLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: "Clouds" }]}>
      <Page>
        <Loading label="Reading the Clouds">
          <SkeletonHead />
          <SkeletonTable rows={8} columns={5} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
