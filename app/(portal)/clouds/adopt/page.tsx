import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { listConnections } from "#lib/features/connections/queries.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { AdoptCloudForm } from "./_components/adopt-cloud-form.tsx";

export const metadata: Metadata = { title: "Add a Cloud by its number" };

export default async function AdoptCloudPage(): Promise<ReactNode> {
  const actor = await requirePage("/clouds/adopt", "cloud:create");
  const connections = await listConnections(actor);
  return (
    <PortalFrame crumbs={[{ label: "Clouds", href: "/clouds" }, { label: "Add by number" }]}>
      <Page>
        <PageHead
          title="Add a Cloud by its number"
          facts={["For a Cloud that was made elsewhere. Nothing is created at the service."]}
        />
        {connections.length === 0 ? (
          <Note tone="warn" title="No service is connected.">
            The built-in service is off and no live one is connected. An administrator can add a connection.
          </Note>
        ) : (
          <AdoptCloudForm
            connections={connections.map(({ id, name, kind, stage, baseUrl }) => ({
              id,
              name,
              kind,
              stage,
              baseUrl,
            }))}
          />
        )}
      </Page>
    </PortalFrame>
  );
}
