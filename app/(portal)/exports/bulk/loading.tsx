import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";

export default function BulkRunsLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: t("Exports"), href: "/exports" }, { label: t("Bulk exports") }]}>
      <Page>
        <Loading label={t("Reading the bulk exports")}>
          <SkeletonHead />
          <SkeletonTable rows={6} columns={4} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
