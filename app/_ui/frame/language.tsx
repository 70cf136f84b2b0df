"use client";
import { Languages } from "lucide-react";
import type { ReactNode } from "react";
import { LANGUAGE_COOKIE, LANGUAGE_NAMES } from "#lib/core/language/languages.ts";
import { currentLanguage, LANGUAGES, t } from "#lib/core/texts.ts";
import { Button } from "../primitives/button.tsx";
import { Menu, MenuChoice, MenuChoiceItem } from "../primitives/menu.tsx";

const YEAR_S = 31_536_000;

/** Stored in this browser; the page is reloaded, because some of its texts come from the server. */
export function switchLanguage(language: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${String(YEAR_S)}; SameSite=Lax${secure}`;
  location.reload();
}

/** Only the languages, each in its own words, for a menu. */
export function LanguageChoices(): ReactNode {
  return (
    <MenuChoice value={currentLanguage()} onChange={switchLanguage}>
      {LANGUAGES.map((language) => (
        <MenuChoiceItem key={language} value={language} icon={<Languages aria-hidden />}>
          <span lang={language}>{LANGUAGE_NAMES[language]}</span>
        </MenuChoiceItem>
      ))}
    </MenuChoice>
  );
}

/** For pages without a person menu: sign-in, and an invited person's first page. */
export function LanguageToggle(): ReactNode {
  return (
    <Menu
      label={t("Language")}
      trigger={
        <Button variant="ghost" size="sm" square aria-label={t("Language")} title={t("Language")}>
          <Languages aria-hidden />
        </Button>
      }
    >
      <LanguageChoices />
    </Menu>
  );
}
