import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { findPlatformUser } from "#app/_server/platform-session.ts";
import { PasswordForm } from "#app/_ui/account/password-form.tsx";
import { SecondFactorCard } from "#app/_ui/account/second-factor-card.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { getSecondFactor } from "#lib/service/server/platform/second-factor.ts";
import { PlatformFrame } from "../_components/platform-frame.tsx";
import {
  beginPlatformFactorAction,
  changePlatformPasswordAction,
  confirmPlatformFactorAction,
  removePlatformFactorAction,
  renewPlatformCodesAction,
} from "./actions.ts";

export const generateMetadata = (): Metadata => ({ title: t("Sign-in and security") });

/** The invited person's own account: second factor and password. */
export default async function PlatformAccountPage(): Promise<ReactNode> {
  const user = await findPlatformUser();
  if (user === null) redirect("/platform/sign-in");
  const factor = await getSecondFactor(getDb(), user);
  return (
    <PlatformFrame user={user}>
      <div className="grid gap-6">
        <PageHead
          title={t("Sign-in and security")}
          facts={[user.email, t("sessions end after 30 minutes without use")]}
        />
        <Card title={t("Second factor")}>
          <SecondFactorCard
            actions={{
              begin: beginPlatformFactorAction,
              confirm: confirmPlatformFactorAction,
              renewCodes: renewPlatformCodesAction,
              remove: removePlatformFactorAction,
            }}
            here="/platform/account"
            since={factor.since}
            codesLeft={factor.recoveryCodesLeft}
          />
        </Card>
        <Card title={t("Password")}>
          <PasswordForm
            action={changePlatformPasswordAction}
            email={user.email}
            consequence={t("Every session ends, this one too.")}
          />
        </Card>
      </div>
    </PlatformFrame>
  );
}
