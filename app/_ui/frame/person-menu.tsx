"use client";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { late, useLate } from "../late.ts";
import { Menu } from "../primitives/menu.tsx";
import { Avatar } from "./avatar.tsx";
import type { PersonMenuProps } from "./person-items.tsx";

const items = late(async () => import("./person-items.tsx"));

/** The signed-in person, the theme, further items (`children`: MenuItems), and signing out. */
export function PersonMenu(given: PersonMenuProps): ReactNode {
  const { name } = given;
  return (
    <Menu
      waitsFor={items}
      label={t("Signed in as {name}", { name })}
      trigger={
        <button type="button" className="grid size-8 shrink-0 place-items-center rounded-full">
          <Avatar name={name} />
          <span className="sr-only">{t("Signed in as {name}", { name })}</span>
        </button>
      }
    >
      <Items {...given} />
    </Menu>
  );
}

/** In the open menu, which waited for them. */
function Items(given: PersonMenuProps): ReactNode {
  const made = useLate(items, true);
  return made !== null && <made.PersonItems {...given} />;
}
