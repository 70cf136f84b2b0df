import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { getEnv } from "#lib/core/env.ts";
import { t } from "#lib/core/texts.ts";
import { serviceAddresses } from "#lib/service/operator/operator.ts";
import { EmbeddedOff } from "../_components/embedded-off.tsx";
import { RegisterForm } from "./_components/register-form.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Register application") });

export default async function RegisterApplicationPage(): Promise<ReactNode> {
  await requirePage("/applications/new", "application:manage");
  if (getEnv().PORTICO_EMBEDDED === "off") return <EmbeddedOff />;
  return (
    <Page
      title={t("Register application")}
      facts={[
        t(
          "The application gets a client ID and a secret, and exchanges them for tokens of the built-in service.",
        ),
      ]}
    >
      <RegisterForm addresses={serviceAddresses()} />
    </Page>
  );
}
