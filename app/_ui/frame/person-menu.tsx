"use client";
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../primitives/menu.tsx";
import { wrapped } from "../wrapped.ts";
import { Avatar } from "./avatar.tsx";
import { LanguageChoices } from "./language.tsx";
import { leave } from "./leave.ts";
import { ThemeChoices } from "./theme-toggle.tsx";

/** The signed-in person, the theme, further items (`children`: MenuItems), and signing out. */
export function PersonMenu({
  name,
  email,
  signOut,
  children,
}: {
  name: string;
  email: string;
  /** A server action, or a function of the browser. */
  signOut: () => void | Promise<void>;
  children?: ReactNode;
}): ReactNode {
  return (
    <Menu
      label={t("Signed in as {name}", { name })}
      trigger={
        <button type="button" className="grid size-8 shrink-0 place-items-center rounded-full">
          <Avatar name={name} />
          <span className="sr-only">{t("Signed in as {name}", { name })}</span>
        </button>
      }
    >
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
    </Menu>
  );
}
