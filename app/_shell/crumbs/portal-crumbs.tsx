"use client";
import { useEffect, type ReactNode } from "react";
import { Crumbs, type Crumb } from "#app/_ui/frame/crumbs.tsx";
import { t } from "#lib/core/texts.ts";
import { placeAt, SIBLING_WORDS } from "./place-paths.ts";
import { rememberPlace } from "../palette/recent-places.ts";

/**
 * The breadcrumb with a list of siblings at each Cloud, project and model. `remembers`: search offers the page again later; not while it is
 * still loading.
 */
export function PortalCrumbs({
  path,
  items,
  remembers,
  isAwaited,
}: {
  path: string;
  items: readonly Crumb[];
  remembers: boolean;
  /** While loading, crumbs with names are left out. */
  isAwaited: boolean;
}): ReactNode {
  const label = items.at(-1)?.label;
  const above = items
    .slice(0, -1)
    .map((item) => item.label)
    .filter((name) => name !== t("Clouds"))
    .join(" › ");
  useEffect(() => {
    if (remembers && label !== undefined && placeAt(path) !== null) {
      rememberPlace({ href: path, label, detail: above });
    }
  }, [remembers, path, label, above]);
  return (
    <Crumbs
      items={items.map((item, index) => withSiblings(item, index === items.length - 1))}
      isAwaited={isAwaited}
    />
  );

  function withSiblings(item: Crumb, isLast: boolean): Crumb {
    const href = item.href ?? (isLast ? path : undefined);
    const place = item.choices !== undefined || href === undefined ? null : placeAt(href);
    if (place === null || href === undefined) return item;
    const source = `/api/places/siblings?of=${place.of}&id=${place.id}` as const;
    return {
      ...item,
      beside: { label: t(SIBLING_WORDS[place.of]), source: { path: source, currentHref: href } },
    };
  }
}
