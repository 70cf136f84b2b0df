"use client";
import type { ReactNode } from "react";
import { signOut } from "#app/_client/sign-in-out.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** Ends a session that still lacks its second factor. */
export function LeaveButton(): ReactNode {
  return (
    <Button variant="ghost" block onClick={() => void signOut("/sign-in")}>
      {t("Sign out")}
    </Button>
  );
}
