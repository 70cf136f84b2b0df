"use client";
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "../primitives/menu.tsx";
import { wrapped } from "../wrapped.ts";
import { LanguageChoices } from "./language.tsx";
import { leave } from "./leave.ts";
import { ThemeChoices } from "./theme-toggle.tsx";

export type PersonMenuProps = {
  name: string;
  email: string;
  /** A server action, or a function of the browser. */
  signOut: () => void | Promise<void>;
  children?: ReactNode;
};

/** What a PersonMenu has when it is open. */
export function PersonItems({ name, email, signOut, children }: PersonMenuProps): ReactNode {
  return (
    <>
      <MenuLabel>
        <span className="block text-13 font-medium text-fg">{wrapped(name)}</span>
        {email}
      </MenuLabel>
      <MenuSeparator />
      {children}
      {children !== undefined && <MenuSeparator />}
      <ThemeChoices />
      <MenuSeparator />
      <LanguageChoices />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => leave(signOut)}>
        {t("Sign out")}
      </MenuItem>
    </>
  );
}
