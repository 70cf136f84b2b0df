import type { ReactNode } from "react";
import { Brand } from "#app/_ui/frame/brand.tsx";
import { SkipLink } from "#app/_ui/frame/skip-link.tsx";
import { marked } from "#app/_ui/marked.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { findInvitingApplication } from "#lib/service/server/platform/invitations.ts";
import type { PlatformUser } from "#lib/service/server/platform/sessions.ts";
import { PlatformPerson } from "./platform-person.tsx";

/** The frame of the invited person's pages: a topbar with the name of the inviting application, if there was one, and one narrow page. */
export async function PlatformFrame({
  user,
  children,
}: {
  user: PlatformUser;
  children: ReactNode;
}): Promise<ReactNode> {
  const name = (await findInvitingApplication(getDb(), user)) ?? t("Platform");
  return (
    <>
      <SkipLink />
      <div className="plain">
        <header className="topbar">
          <Brand href="/platform" />
          <span className="min-w-0 flex-1 truncate text-right text-13 text-fg-2">{marked(name)}</span>
          <PlatformPerson name={`${user.firstname} ${user.lastname}`} email={user.email} />
        </header>
        <main id="main" tabIndex={-1}>
          <div className="page">{children}</div>
        </main>
      </div>
    </>
  );
}
