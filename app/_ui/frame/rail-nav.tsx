"use client";
import { Ellipsis } from "lucide-react";
import { Link } from "../primitives/link.tsx";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { cx } from "../cx.ts";
import { formatCount } from "../format/count.ts";
import { Menu, MenuItem } from "../primitives/menu.tsx";

export type Place = {
  href: string;
  label: string;
  icon: ReactNode;
  count?: number | undefined;
  /** The count asks for attention. */
  hot?: boolean | undefined;
  /** Under "More" in a small screen's bottom bar, which holds five. */
  minor?: boolean | undefined;
  /** Current only at this very address, not at those below it. */
  exact?: boolean | undefined;
};

/** The main links with their counts; the address decides which is current. On small screens the minor ones are under "More". */
export function RailNav({ places }: { places: readonly Place[] }): ReactNode {
  const pathname = usePathname();
  const minor = places.filter((place) => place.minor === true);
  return (
    <nav className="nav" aria-label={t("Places")}>
      {places.map((place) => (
        <Link
          key={place.href}
          href={place.href}
          title={place.label}
          className={cx(place.minor && "minor")}
          aria-current={isAt(pathname, place) ? "page" : undefined}
        >
          {place.icon}
          <span>{place.label}</span>
          {place.count !== undefined && (
            <b className={cx("n", place.hot && place.count > 0 && "hot")}>
              {formatCount(place.count)}
              {place.hot && place.count > 0 && <span className="sr-only"> {t("need attention")}</span>}
            </b>
          )}
        </Link>
      ))}
      {minor.length > 0 && (
        <Menu
          label={t("More places")}
          trigger={
            <button
              type="button"
              className="more"
              data-current={minor.some((place) => isAt(pathname, place)) ? "" : undefined}
            >
              <Ellipsis aria-hidden />
              <span>{t("More")}</span>
            </button>
          }
        >
          {minor.map((place) => (
            <MenuItem key={place.href} href={place.href} icon={place.icon} current={isAt(pathname, place)}>
              {place.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  );
}

function isAt(pathname: string, place: Place): boolean {
  return pathname === place.href || (place.exact !== true && pathname.startsWith(`${place.href}/`));
}
