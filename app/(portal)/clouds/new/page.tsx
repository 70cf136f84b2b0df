import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { WithConnections } from "../_components/with-connections.tsx";
import { CreateCloudForm } from "./_components/create-cloud-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Create Cloud") });

export default async function CreateCloudPage(): Promise<ReactNode> {
  const actor = await requirePage("/clouds/new", "cloud:create");
  return (
    <Page
      title={t("Create Cloud")}
      facts={[t("All projects of one Cloud share its configuration and its people. Only a name is needed.")]}
    >
      <WithConnections actor={actor}>
        {(connections) => <CreateCloudForm firstKey={newId()} connections={connections} />}
      </WithConnections>
    </Page>
  );
}
