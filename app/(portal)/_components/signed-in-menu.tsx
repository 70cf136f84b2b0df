"use client";
import { KeySquare, ShieldCheck } from "lucide-react";
import { signOut } from "next-auth/react";
import type { ReactNode } from "react";
import { PersonMenu } from "#app/_ui/frame/person-menu.tsx";
import { MenuItem } from "#app/_ui/primitives/menu.tsx";

/**
 * The person's menu; signing out ends the session row, so the old cookie is worth nothing. `places`: those for which the bar of a small
 * screen has no room.
 */
export function SignedInMenu({
  name,
  email,
  places,
}: {
  name: string;
  email: string;
  places: readonly { href: string; label: string; icon: ReactNode }[];
}): ReactNode {
  return (
    <PersonMenu
      name={name}
      email={email}
      signOut={() => signOut({ callbackUrl: "/sign-in" }).then(() => undefined)}
    >
      {places.map((place) => (
        <MenuItem key={place.href} href={place.href} icon={place.icon}>
          {place.label}
        </MenuItem>
      ))}
      <MenuItem href="/settings/security" icon={<ShieldCheck aria-hidden />}>
        Sign-in and security
      </MenuItem>
      <MenuItem href="/settings/tokens" icon={<KeySquare aria-hidden />}>
        Access tokens
      </MenuItem>
    </PersonMenu>
  );
}
