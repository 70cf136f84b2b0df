import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { PortalFrame } from "../_components/portal-frame.tsx";

export default function CloudsLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: t("Clouds") }]}>
      <Page>
        <Loading label={t("Reading the Clouds")}>
          <SkeletonHead />
          <SkeletonTable rows={8} columns={5} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
