"use client";
import { useState, type ReactNode } from "react";
import { useAsked } from "#app/_client/use-asked.ts";
import { t } from "#lib/core/texts.ts";
import { PickList, type PickItem } from "../primitives/pick-list.tsx";
import { fits } from "../primitives/picking.ts";

export type CrumbChoice = {
  label: string;
  href: string;
  detail?: string | undefined;
  current?: boolean | undefined;
};

/** Where a crumb's siblings come from: `path` plus the input as `&q=` returns places with a name and an address. */
export type CrumbSource = { path: `/api/${string}?${string}`; currentHref: string };

type Answer = { places: { id: string; name: string; detail: string; href: string }[]; isCut: boolean };

/** Siblings that are given in full. */
export function GivenList({
  label,
  choices,
  go,
}: {
  label: string;
  choices: readonly CrumbChoice[];
  go: (href: string) => void;
}): ReactNode {
  const [query, setQuery] = useState("");
  const items = choices
    .filter((choice) => fits(query, choice.label))
    .map((choice) => ({ id: choice.href, ...choice, detail: undefined, hint: choice.detail }));
  const status = statusOf(null, false, items.length, false);
  return <Places label={label} query={query} onQuery={setQuery} items={items} go={go} status={status} />;
}

/** Siblings that are loaded when the list opens. */
export function AskedList({
  label,
  source,
  go,
}: {
  label: string;
  source: CrumbSource;
  go: (href: string) => void;
}): ReactNode {
  const [query, setQuery] = useState("");
  const { value, trouble, isPending } = useAsked<Answer>(`${source.path}&q=${encodeURIComponent(query)}`);
  const items = (value?.places ?? []).map(({ id, name, detail, href }) => ({
    id,
    label: name,
    hint: detail,
    href,
    current: href === source.currentHref,
  }));
  const status = statusOf(trouble, isPending, items.length, value?.isCut === true);
  return <Places label={label} query={query} onQuery={setQuery} items={items} go={go} status={status} />;
}

function Places({
  label,
  query,
  onQuery,
  items,
  go,
  status,
}: {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  items: readonly (PickItem & { href: string })[];
  go: (href: string) => void;
  status: string | undefined;
}): ReactNode {
  return (
    <PickList
      {...{ label, query, onQuery, status }}
      placeholder={t("Search")}
      groups={[{ label, items }]}
      onPick={({ href }) => go(href)}
    />
  );
}

function statusOf(
  trouble: string | null,
  isPending: boolean,
  count: number,
  isCut: boolean,
): string | undefined {
  if (trouble !== null) return trouble;
  if (count === 0) return isPending ? t("Reading …") : t("No results.");
  return isCut ? t("More results: type part of the name.") : undefined;
}
