import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { t } from "#lib/core/texts.ts";
import { AddForm } from "./_components/add-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Add connection") });

export default async function AddConnectionPage(): Promise<ReactNode> {
  await requirePage("/connections/new", "connection:manage");
  return (
    <Page
      title={t("Add connection")}
      facts={[
        t(
          "A connection is one application at one live service. The operator of the service gives you the credentials and addresses.",
        ),
      ]}
    >
      <AddForm />
    </Page>
  );
}
