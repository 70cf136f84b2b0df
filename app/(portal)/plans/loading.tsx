import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { PortalFrame } from "../_components/portal-frame.tsx";

export default function PlansLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: t("Plans") }]}>
      <Page>
        <Loading label={t("Reading the plans")}>
          <SkeletonHead />
          <SkeletonTable rows={8} columns={4} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
