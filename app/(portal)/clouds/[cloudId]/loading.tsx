import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { PortalFrame } from "../../_components/portal-frame.tsx";

export default function CloudLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: "Clouds", href: "/clouds" }]}>
      <Page>
        <Loading label="Reading the Cloud">
          <SkeletonHead />
          <SkeletonTable rows={6} columns={4} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
