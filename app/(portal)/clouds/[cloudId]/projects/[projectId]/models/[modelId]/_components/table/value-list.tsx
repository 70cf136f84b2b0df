"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type ReactNode } from "react";
import { ShareLine } from "#app/_ui/charts/bars.tsx";
import { formatCount } from "#app/_ui/format/count.ts";
import { Input } from "#app/_ui/primitives/input.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import { FACET_VALUES_DEFAULT, type TableQuery, type ValueToken } from "#lib/elements/query/types.ts";
import { facetQuery, type TableAddress } from "./ask-table.ts";
import { isState, keyOf, sayValue } from "./filter-words.ts";

const VALUES_MAX = 200;

/** The values of a column with their counts under the other filters; ticked ones belong to the condition. */
export function ValueList({
  address,
  query,
  column,
  isSearched,
  chosen,
  onChange,
}: {
  address: TableAddress;
  query: TableQuery;
  column: string;
  /** False where there are too few values to need a search. */
  isSearched: boolean;
  chosen: readonly ValueToken[];
  onChange: (values: ValueToken[]) => void;
}): ReactNode {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const limit = search === "" ? FACET_VALUES_DEFAULT : VALUES_MAX;
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...facetQuery(address, query, { column, search, limit }),
    placeholderData: keepPreviousData,
  });
  const keys = new Set(chosen.map(keyOf));
  const toggle = (value: ValueToken): void => {
    const key = keyOf(value);
    onChange(keys.has(key) ? chosen.filter((other) => keyOf(other) !== key) : [...chosen, value]);
  };
  return (
    <div className="grid gap-2">
      {isSearched && (
        <Input
          hasLens
          aria-label={t("Find a value")}
          placeholder={t("Find a value")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {error !== null && (
        <Note tone="bad" title={t("The values could not be read.")} live>
          {error.whole}
        </Note>
      )}
      {isPending && <p className="text-13 text-fg-2">{t("Counting the values…")}</p>}
      {data !== undefined && (
        <>
          <ul
            aria-label={t("Values")}
            aria-busy={isPlaceholderData || undefined}
            className="max-h-[38vh] overflow-y-auto rounded-2 border border-line"
          >
            {data.values.map(({ value, count, isCut }) => (
              <li key={keyOf(value)} className="border-b border-line last:border-b-0">
                <label className="grid min-h-8 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1 text-13 hover:bg-surface-hover">
                  <input
                    type="checkbox"
                    className="size-4 accent-(--accent)"
                    checked={keys.has(keyOf(value))}
                    disabled={isCut}
                    onChange={() => toggle(value)}
                  />
                  <span className={isState(value) ? "text-fg-3" : "[overflow-wrap:anywhere]"}>
                    {wrapped(sayValue(value))}
                    {isCut && <span className="text-fg-3"> {t("(too long to be chosen)")}</span>}
                  </span>
                  <span className="text-fg-3 tabular-nums">{formatCount(count)}</span>
                  <span className="col-span-2 col-start-2">
                    <ShareLine share={data.rows === 0 ? 0 : count / data.rows} />
                  </span>
                </label>
              </li>
            ))}
            {data.values.length === 0 && (
              <li className="px-3 py-2 text-13 text-fg-2">
                {t("No value has “{search}” in it.", { search })}
              </li>
            )}
          </ul>
          <p role="status" className="text-12 text-fg-3">
            {data.distinct > data.values.length
              ? t("Top {shown} of {count, plural, one {# value} other {# values}}. Search to find others.", {
                  shown: formatCount(data.values.length),
                  count: data.distinct,
                })
              : t("{count, plural, one {# value} other {# values}}", { count: data.distinct })}
          </p>
        </>
      )}
    </div>
  );
}
