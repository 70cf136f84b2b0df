import type { ReactNode } from "react";
import { personWords } from "#app/_features/people/person-words.ts";
import type { PickGroup, PickItem } from "#app/_ui/primitives/pick-list.tsx";
import { fits } from "#app/_ui/primitives/picking.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { msg, t } from "#lib/core/texts.ts";
import type { ContentsFound } from "#lib/features/places/contents/schema.ts";
import type { KnownPerson } from "#lib/features/people/schema.ts";
import type { Place, PlaceKind } from "#lib/features/places/schema.ts";
import { toElementItem, toPropertyItem } from "./content-items.ts";
import type { PageAct, PageActs } from "./page-acts.ts";
import type { RecentPlace } from "./recent-places.ts";

/** A page to open or an action to run. */
export type FindItem = PickItem & ({ href: string } | { press: () => void });

/**
 * A page of the portal, or one where something is created, as the person's role allows. `also`: further words that find it, in any
 * language.
 */
export type Destination = {
  href: string;
  label: string;
  icon: ReactNode;
  keys?: string | undefined;
  also?: string;
};

/** Everything that the search knows when it opens. */
export type FindSources = {
  pages: readonly Destination[];
  creates: readonly Destination[];
  recent: readonly RecentPlace[];
  acts: PageActs;
  /** Actions without a page: shortcuts, themes. */
  doings: readonly { id: string; label: string; icon: ReactNode; press: () => void }[];
};

/** What the portal has answered to what is typed. */
export type FoundNow = {
  places: readonly Place[];
  people: readonly KnownPerson[];
  contents: Pick<ContentsFound, "elements" | "properties" | "propertiesTotal">;
};

const ACTS_SHOWN_MAX = 8;
const GROUP_WORDS: Record<PlaceKind, string> = {
  cloud: msg("Clouds"),
  project: msg("Projects"),
  model: msg("Models"),
};

/** The matching items in groups. Without input: the page's actions, recent places, and all pages. */
export function findGroups(
  typed: string,
  { pages, creates, recent, acts, doings }: FindSources,
  { places, people, contents }: FoundNow,
  icons: Record<PlaceKind | "person" | "recent" | "act" | "element" | "property", ReactNode>,
): PickGroup<FindItem>[] {
  const isEmpty = typed.trim() === "";
  const toActItem = ({ id, label, detail, deed }: PageAct): FindItem => {
    const item = { id, label, detail, icon: icons.act };
    return "href" in deed ? { ...item, href: deed.href } : { ...item, press: deed.run };
  };
  const rows = isEmpty ? [] : acts.rows;
  const onPage = [...acts.head, ...rows]
    .filter((act) => fits(typed, `${act.label} ${act.detail ?? ""}`))
    .slice(0, ACTS_SHOWN_MAX)
    .map(toActItem);
  const before: PickGroup<FindItem>[] = isEmpty
    ? [
        { label: t("On this page"), items: onPage },
        { label: t("Recently visited"), items: recent.map((place) => toRecent(place, icons.recent)) },
      ]
    : [];
  const found = (["cloud", "project", "model"] as const).map((kind) => ({
    label: t(GROUP_WORDS[kind]),
    items: places
      .filter((place) => place.kind === kind)
      .map((place) => ({
        id: `${kind}-${place.id}`,
        label: place.name,
        detail: place.detail,
        href: place.href,
        icon: icons[kind],
      })),
  }));
  return [
    ...before,
    { label: t("Elements"), items: contents.elements.map((one) => toElementItem(one, icons.element)) },
    {
      label: t("Go to"),
      items: pages
        .filter(({ label, also }) => fits(typed, label) || (also !== undefined && fits(typed, also)))
        .map(toPage),
    },
    { label: t("Create"), items: creates.filter(({ label }) => fits(typed, label)).map(toPage) },
    ...(isEmpty ? [] : found),
    ...(isEmpty
      ? []
      : [{ label: t("People"), items: people.map((person) => toPerson(person, icons.person)) }]),
    {
      label:
        contents.propertiesTotal > contents.properties.length
          ? t("Properties: the first {shown} of {total}; add the name of a class or model", {
              shown: contents.properties.length,
              total: contents.propertiesTotal,
            })
          : t("Properties"),
      items: contents.properties.map((one) => toPropertyItem(one, icons.property)),
    },
    ...(isEmpty ? [] : [{ label: t("On this page"), items: onPage }]),
    { label: "Portico", items: doings.filter(({ label }) => fits(typed, label)) },
  ].filter(({ items }) => items.length > 0);
}

function toPerson({ address, email, name, ...counts }: KnownPerson, icon: ReactNode): FindItem {
  return {
    id: `person-${address}`,
    label: email,
    detail: dotted(...(name === "" ? [] : [name]), ...personWords(counts)),
    href: `/people?address=${encodeURIComponent(email)}`,
    icon,
  };
}

function toPage({ href, label, icon, keys }: Destination): FindItem {
  return { id: `page-${href}`, label, href, icon, hint: keys };
}

function toRecent({ href, label, detail }: RecentPlace, icon: ReactNode): FindItem {
  return { id: `recent-${href}`, label, detail: detail === "" ? undefined : detail, href, icon };
}
