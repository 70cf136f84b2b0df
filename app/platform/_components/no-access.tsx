import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/**
 * In place of a Cloud or project that the person cannot open. The words are the same for whoever was removed or never invited, and where
 * there is nothing of this number: they do not tell what exists.
 */
export function NoAccess({
  of,
  title,
  email,
  inviter,
  home,
}: {
  of: "cloud" | "project";
  /** Names what was asked for by its number alone. */
  title: string;
  email: string;
  /** Who invited the person to anything; null: nobody, or several. */
  inviter: string | null;
  home: { href: string; label: string };
}): ReactNode {
  return (
    <>
      <PageHead title={title} />
      <Blank
        title={
          of === "cloud"
            ? t("You have no access to this Cloud, or no longer")
            : t("You have no access to this project, or no longer")
        }
        action={<LinkButton href={home.href}>{home.label}</LinkButton>}
      >
        {of === "cloud"
          ? t("{email} may have been removed, or the invitation was withdrawn, or there is no such Cloud.", {
              email,
            })
          : t(
              "{email} may have been removed, or the invitation was withdrawn, or there is no such project.",
              { email },
            )}{" "}
        {whomToAsk(inviter)}
      </Blank>
    </>
  );
}

/** In place of the list of Clouds: the person is in none. */
export function NoClouds({ inviter, isInvited }: { inviter: string | null; isInvited: boolean }): ReactNode {
  return (
    <Blank icon={<Building2 aria-hidden />} title={t("You are in no Cloud")}>
      {isInvited
        ? t("Accept the invitation to open its Cloud.")
        : t("When somebody invites this address, the invitation appears here.")}{" "}
      {!isInvited && (
        <>
          {t("If you had access to a Cloud before, you were removed, or the Cloud was deleted.")}{" "}
          {whomToAsk(inviter)}
        </>
      )}
    </Blank>
  );
}

function whomToAsk(inviter: string | null): string {
  return inviter === null
    ? t("To get access, ask whoever invited you.")
    : t("To get access, ask {inviter}, who invited you.", { inviter });
}
