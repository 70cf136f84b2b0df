"use client";
import type { ReactNode } from "react";
import { PersonMenu } from "#app/_ui/frame/person-menu.tsx";
import { platformSignOutAction } from "../actions.ts";

/** Who is signed in, and the way out. */
export function PlatformPerson({ name, email }: { name: string; email: string }): ReactNode {
  return (
    <PersonMenu
      name={name}
      email={email}
      signOut={async () => {
        await platformSignOutAction(null, new FormData());
      }}
    />
  );
}
