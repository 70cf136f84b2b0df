import { ShieldX } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { msg, t } from "#lib/core/texts.ts";

export const generateMetadata = (): Metadata => ({ title: t("Not allowed") });

const ROLE_NAMES = {
  VIEWER: msg("viewer"),
  OPERATOR: msg("operator"),
  ADMINISTRATOR: msg("administrator"),
} as const;

export default async function NotAllowedPage(): Promise<ReactNode> {
  const actor = await requirePage("/not-allowed");
  return (
    <Page title={t("Not allowed")}>
      <Blank
        icon={<ShieldX aria-hidden />}
        title={t("The role {role} does not include this page", { role: t(ROLE_NAMES[actor.role]) })}
        action={<LinkButton href="/">{t("Go to the overview")}</LinkButton>}
      >
        {t("An administrator of this installation can change your role.")}
      </Blank>
    </Page>
  );
}
