import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { PortalFrame } from "../../../../../../../_components/portal-frame.tsx";

export default function PassportLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: t("Clouds"), href: "/clouds" }, { label: t("Passport") }]}>
      <Page>
        <Loading label={t("Reading the properties")}>
          <SkeletonHead />
          <SkeletonTable rows={12} columns={6} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
