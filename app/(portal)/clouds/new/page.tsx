import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { newId } from "#lib/core/ids.ts";
import { listConnections } from "#lib/features/connections/queries.ts";
import { PortalFrame } from "../../_components/portal-frame.tsx";
import { CreateCloudForm } from "./_components/create-cloud-form.tsx";

export const metadata: Metadata = { title: "Create Cloud" };

export default async function CreateCloudPage(): Promise<ReactNode> {
  const actor = await requirePage("/clouds/new", "cloud:create");
  const connections = await listConnections(actor);
  return (
    <PortalFrame crumbs={[{ label: "Clouds", href: "/clouds" }, { label: "Create Cloud" }]}>
      <Page>
        <PageHead
          title="Create Cloud"
          facts={["All projects of one Cloud share its configuration and its people. Only a name is needed."]}
        />
        {connections.length === 0 ? (
          <Note tone="warn" title="No service is connected.">
            The built-in service is off and no live one is connected. An administrator can add one under
            Connections.
          </Note>
        ) : (
          <CreateCloudForm
            firstKey={newId()}
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
