import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { t } from "#lib/core/texts.ts";
import { WithConnections } from "../_components/with-connections.tsx";
import { AdoptCloudForm } from "./_components/adopt-cloud-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Add a Cloud by its number") });

export default async function AdoptCloudPage(): Promise<ReactNode> {
  const actor = await requirePage("/clouds/adopt", "cloud:create");
  return (
    <Page
      title={t("Add a Cloud by its number")}
      facts={[t("For a Cloud that was created outside Portico. Nothing is created at the service.")]}
    >
      <WithConnections actor={actor}>
        {(connections) => <AdoptCloudForm connections={connections} />}
      </WithConnections>
    </Page>
  );
}
