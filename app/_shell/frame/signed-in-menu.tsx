"use client";
import { Keyboard, KeySquare, LifeBuoy, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { PersonMenu } from "#app/_ui/frame/person-menu.tsx";
import { MenuItem } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";
import { useDesk } from "../desk-context.ts";
import { signOutOfPortal } from "./sign-out.ts";

/** The person's menu; signing out ends the session row, so the old cookie becomes worthless. */
export function SignedInMenu({
  name,
  email,
  byProvider,
}: {
  name: string;
  email: string;
  /** Signed in with the identity provider: the sign-in page offers to sign out there, too. */
  byProvider: boolean;
}): ReactNode {
  const { openShortcuts } = useDesk();
  return (
    <PersonMenu name={name} email={email} signOut={() => signOutOfPortal(byProvider)}>
      <MenuItem href="/settings/security" icon={<ShieldCheck aria-hidden />}>
        {t("Sign-in and security")}
      </MenuItem>
      <MenuItem href="/settings/tokens" icon={<KeySquare aria-hidden />}>
        {t("Access tokens")}
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} onSelect={openShortcuts}>
        {t("Keyboard shortcuts")}
      </MenuItem>
      <MenuItem href="/help" icon={<LifeBuoy aria-hidden />}>
        {t("Help")}
      </MenuItem>
    </PersonMenu>
  );
}
