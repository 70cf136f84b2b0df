"use client";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { PersonMenu } from "#app/_ui/frame/person-menu.tsx";
import { MenuItem } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";
import { platformSignOutAction } from "../actions.ts";

/** The signed-in person, their account, and signing out. */
export function PlatformPerson({ name, email }: { name: string; email: string }): ReactNode {
  return (
    <PersonMenu
      name={name}
      email={email}
      signOut={async () => {
        await platformSignOutAction(null, new FormData());
      }}
    >
      <MenuItem href="/platform/account" icon={<ShieldCheck aria-hidden />}>
        {t("Sign-in and security")}
      </MenuItem>
    </PersonMenu>
  );
}
