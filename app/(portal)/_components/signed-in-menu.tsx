"use client";
import { signOut } from "next-auth/react";
import type { ReactNode } from "react";
import { PersonMenu } from "#app/_ui/frame/person-menu.tsx";

/** The person's menu; signing out ends the session row, so the old cookie is worth nothing. */
export function SignedInMenu({ name, email }: { name: string; email: string }): ReactNode {
  return (
    <PersonMenu
      name={name}
      email={email}
      signOut={() => signOut({ callbackUrl: "/sign-in" }).then(() => undefined)}
    />
  );
}
