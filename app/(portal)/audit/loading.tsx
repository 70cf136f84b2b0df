import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { PortalFrame } from "../_components/portal-frame.tsx";

export default function AuditLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: "Audit" }]}>
      <Page>
        <Loading label="Reading the audit">
          <SkeletonHead />
          <SkeletonTable rows={10} columns={5} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
