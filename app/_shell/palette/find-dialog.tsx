"use client";
import {
  Box,
  Building2,
  Clock,
  FileBox,
  Folder,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  MousePointerClick,
  Sun,
  Tag,
  UserRound,
} from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useAsked } from "#app/_client/use-asked.ts";
import { switchLanguage } from "#app/_ui/frame/language.tsx";
import { leave } from "#app/_ui/frame/leave.ts";
import { PickList } from "#app/_ui/primitives/pick-list.tsx";
import { fits } from "#app/_ui/primitives/picking.ts";
import { TopDialog } from "#app/_ui/primitives/top-dialog.tsx";
import { LANGUAGE_NAMES } from "#lib/core/language/languages.ts";
import { withVisit } from "#lib/elements/query/address/visit.ts";
import { currentLanguage, LANGUAGES, t } from "#lib/core/texts.ts";
import type { KnownPerson } from "#lib/features/people/schema.ts";
import type { Place } from "#lib/features/places/schema.ts";
import { useFrameKnown } from "../frame/frame-context.ts";
import { signOutOfPortal } from "../frame/sign-out.ts";
import { findGroups, type Destination, type FindItem } from "./find-items.ts";
import { usePageActs } from "./page-acts.ts";
import { listRecentPlaces } from "./recent-places.ts";
import { useContents } from "./use-contents.ts";

const ICONS = {
  cloud: <Building2 aria-hidden />,
  project: <Folder aria-hidden />,
  model: <FileBox aria-hidden />,
  element: <Box aria-hidden />,
  property: <Tag aria-hidden />,
  person: <UserRound aria-hidden />,
  recent: <Clock aria-hidden />,
  act: <MousePointerClick aria-hidden />,
} as const;

/**
 * Search or run a command: open any Cloud, project, model or page, create something, or run an action of the current page; by keyboard
 * alone.
 */
export function FindDialog({
  open,
  onOpenChange,
  typedAhead,
  pages,
  creates,
  onShortcuts,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Returns what was typed before this dialog was here. */
  typedAhead: () => string;
  pages: readonly Destination[];
  creates: readonly Destination[];
  onShortcuts: () => void;
}): ReactNode {
  const router = useRouter();
  /** The choice runs after the dialog has closed: until then the page behind cannot take the focus. */
  const chosen = useRef<FindItem | null>(null);
  return (
    <TopDialog
      label={t("Search or run a command")}
      open={open}
      onOpenChange={onOpenChange}
      afterClose={() => {
        const item = chosen.current;
        chosen.current = null;
        if (item === null) return false;
        if ("href" in item) router.push(withVisit(item.href, window.location.pathname));
        else item.press();
        return !("href" in item);
      }}
    >
      <FindList
        typedAhead={typedAhead}
        pages={pages}
        creates={creates}
        onShortcuts={onShortcuts}
        onPick={(item) => {
          chosen.current = item;
          onOpenChange(false);
        }}
      />
    </TopDialog>
  );
}

/** Mounted while the dialog is open, so that it starts empty and knows the current page. */
function FindList({
  typedAhead,
  pages,
  creates,
  onShortcuts,
  onPick,
}: {
  typedAhead: () => string;
  pages: readonly Destination[];
  creates: readonly Destination[];
  onShortcuts: () => void;
  onPick: (item: FindItem) => void;
}): ReactNode {
  const { setTheme } = useTheme();
  const { byProvider } = useFrameKnown().person;
  const [query, setQuery] = useState(typedAhead);
  const typed = query.trim();
  const acts = usePageActs();
  const [recent] = useState(() => listRecentPlaces(window.location.pathname));
  const doings = useMemo(
    () => [
      {
        id: "shortcuts",
        label: t("Keyboard shortcuts"),
        icon: <Keyboard aria-hidden />,
        press: onShortcuts,
      },
      { id: "light", label: t("Light theme"), icon: <Sun aria-hidden />, press: () => setTheme("light") },
      { id: "dark", label: t("Dark theme"), icon: <Moon aria-hidden />, press: () => setTheme("dark") },
      {
        id: "system",
        label: t("System theme"),
        icon: <Monitor aria-hidden />,
        press: () => setTheme("system"),
      },
      // Languages are found by their own names, for people who cannot read the page's language.
      ...LANGUAGES.filter((language) => language !== currentLanguage()).map((language) => ({
        id: `language-${language}`,
        label: LANGUAGE_NAMES[language],
        icon: <Languages aria-hidden />,
        press: () => switchLanguage(language),
      })),
      {
        id: "sign-out",
        label: t("Sign out"),
        icon: <LogOut aria-hidden />,
        press: () => void leave(() => signOutOfPortal(byProvider)),
      },
    ],
    [onShortcuts, setTheme, byProvider],
  );
  const { value, trouble, isPending } = useAsked<{ places: Place[]; people: KnownPerson[] }>(
    typed === "" ? null : `/api/places?q=${encodeURIComponent(typed)}`,
  );
  const known = value?.places ?? [];
  // Until the answer for the current input arrives, earlier results stay as far as they match.
  const places = isPending ? known.filter((place) => fits(typed, `${place.name} ${place.detail}`)) : known;
  const named = value?.people ?? [];
  const people = isPending ? named.filter(({ email, name }) => fits(typed, `${email} ${name}`)) : named;
  const inside = useContents(typed);
  const { contents } = inside;
  const sources = { pages, creates, doings, acts, recent };
  const groups = findGroups(query, sources, { places, people, contents }, ICONS);
  return (
    <PickList
      label={t("Search or run a command")}
      placeholder={t("Cloud, project, model, element, property, person, page or action")}
      query={query}
      onQuery={setQuery}
      groups={groups}
      onPick={onPick}
      status={statusOf({
        trouble,
        isPending: isPending || inside.isPending,
        isEmpty: groups.length === 0,
        note: inside.note,
        hasContents: contents.elements.length + contents.properties.length > 0,
      })}
    />
  );
}

/** What stands beneath the results; undefined: nothing but their number, for those who hear it. */
function statusOf(now: {
  trouble: string | null;
  isPending: boolean;
  isEmpty: boolean;
  /** How far models were searched. */
  note: string | null;
  hasContents: boolean;
}): string | undefined {
  const { trouble, isPending, isEmpty, note, hasContents } = now;
  if (trouble !== null) return t("Clouds, projects and models could not be searched. {trouble}", { trouble });
  if (!isEmpty) return hasContents ? (note ?? undefined) : undefined;
  if (isPending) return t("Searching …");
  const none = t("No results. You can also type a number that the service gave.");
  return note === null ? none : `${none} ${note}`;
}
