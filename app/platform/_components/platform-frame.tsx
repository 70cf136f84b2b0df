import type { ReactNode } from "react";
import { PlainFrame } from "#app/_ui/frame/plain-frame.tsx";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { findInvitingApplication } from "#lib/service/server/platform/invitations.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import { PlatformPerson } from "./platform-person.tsx";

/** The frame of the invited person's pages, with the name of the inviting application, if there was one. */
export async function PlatformFrame({
  user,
  children,
}: {
  user: PlatformUser;
  children: ReactNode;
}): Promise<ReactNode> {
  return (
    <PlainFrame
      name={(await findInvitingApplication(getDb(), user)) ?? t("Platform")}
      home="/platform"
      person={<PlatformPerson name={`${user.firstname} ${user.lastname}`} email={user.email} />}
    >
      {children}
    </PlainFrame>
  );
}
