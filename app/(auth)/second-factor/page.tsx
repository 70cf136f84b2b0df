import type { Metadata } from "next";
import type { ReactNode } from "react";
import {
  beginSecondFactorAction,
  confirmSecondFactorAction,
} from "#app/(portal)/settings/security/actions.ts";
import { requireSecondFactorMissing, type PageProps } from "#app/_server/page.ts";
import { SecondFactorSetup } from "#app/_ui/account/second-factor-setup.tsx";
import { AuthFrame } from "#app/_ui/frame/auth-frame.tsx";
import { safeNext } from "#lib/auth/callback-address.ts";
import { t } from "#lib/core/texts.ts";
import { LeaveButton } from "./_components/leave-button.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Set up a second factor") });

/** For people signed in without the second factor that their role requires: they can open nothing else. */
export default async function SecondFactorPage({ searchParams }: PageProps): Promise<ReactNode> {
  const next = safeNext((await searchParams).next);
  const actor = await requireSecondFactorMissing(next);
  return (
    <AuthFrame
      title={t("Set up a second factor")}
      lead={t(
        "Your role ({role, select, VIEWER {viewer} OPERATOR {operator} other {administrator}}) needs a second factor. Set it up to use Portico.",
        { role: actor.role },
      )}
    >
      <SecondFactorSetup
        actions={{ begin: beginSecondFactorAction, confirm: confirmSecondFactorAction }}
        next={next}
        block
      />
      <LeaveButton />
    </AuthFrame>
  );
}
