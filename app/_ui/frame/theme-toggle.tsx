"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Button } from "../primitives/button.tsx";
import { Menu, MenuChoice, MenuChoiceItem } from "../primitives/menu.tsx";

/** Light, dark, or the system's theme; stored in this browser. */
export function ThemeToggle(): ReactNode {
  return (
    <Menu
      label={t("Theme")}
      trigger={
        <Button variant="ghost" size="sm" square aria-label={t("Theme")} title={t("Theme")}>
          <Sun aria-hidden className="in-data-[theme=dark]:hidden" />
          <Moon aria-hidden className="hidden in-data-[theme=dark]:block" />
        </Button>
      }
    >
      <ThemeChoices />
    </Menu>
  );
}

/** Only the three choices, for another menu. */
export function ThemeChoices(): ReactNode {
  const { theme = "system", setTheme } = useTheme();
  return (
    <MenuChoice value={theme} onChange={setTheme}>
      <MenuChoiceItem value="system" icon={<Monitor aria-hidden />}>
        {t("System")}
      </MenuChoiceItem>
      <MenuChoiceItem value="light" icon={<Sun aria-hidden />}>
        {t("Light")}
      </MenuChoiceItem>
      <MenuChoiceItem value="dark" icon={<Moon aria-hidden />}>
        {t("Dark")}
      </MenuChoiceItem>
    </MenuChoice>
  );
}
