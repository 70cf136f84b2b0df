import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { PortalFrame } from "../_components/portal-frame.tsx";

export default function ConnectionsLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: t("Connections") }]}>
      <Page>
        <Loading label={t("Reading the connections")}>
          <SkeletonHead />
          <SkeletonTable rows={4} columns={3} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
