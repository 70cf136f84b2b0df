import type { ReactNode } from "react";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { Loading, SkeletonHead, SkeletonTable } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";

export default function SecurityLoading(): ReactNode {
  return (
    <PortalFrame isLoading crumbs={[{ label: t("Sign-in and security") }]}>
      <Page>
        <Loading label={t("Reading your sessions")}>
          <SkeletonHead />
          <SkeletonTable rows={3} columns={4} />
        </Loading>
      </Page>
    </PortalFrame>
  );
}
