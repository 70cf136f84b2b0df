import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { WithConnections } from "../_components/with-connections.tsx";
import { AdoptCloudForm } from "./_components/adopt-cloud-form.tsx";

export const metadata: Metadata = { title: "Add a Cloud by its number" };

export default async function AdoptCloudPage(): Promise<ReactNode> {
  const actor = await requirePage("/clouds/adopt", "cloud:create");
  return (
    <PortalFrame crumbs={[{ label: "Clouds", href: "/clouds" }, { label: "Add by number" }]}>
      <Page>
        <PageHead
          title="Add a Cloud by its number"
          facts={["For a Cloud that was made elsewhere. Nothing is created at the service."]}
        />
        <WithConnections actor={actor}>
          {(connections) => <AdoptCloudForm connections={connections} />}
        </WithConnections>
      </Page>
    </PortalFrame>
  );
}
