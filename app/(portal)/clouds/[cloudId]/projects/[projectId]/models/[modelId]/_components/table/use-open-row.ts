"use client";
import { useCallback, useEffect, useState } from "react";
import { toast } from "#app/_ui/providers/toast.ts";
import { t } from "#lib/core/texts.ts";
import { EVERYTHING, ID_COLUMN, type TablePage } from "#lib/elements/query/types.ts";
import { askPrepared, rowsPath, type TableAddress } from "./ask-table.ts";
import type { OpenRow } from "./open-element.tsx";

/** The parameter of the page's address that names the open element by its GlobalId. */
export const OPEN_ELEMENT = "element";
const ID_LENGTH_MAX = 100;

/** The row open beside the table. It is in the address, so that a link opens the same row. */
export function useOpenRow(address: TableAddress): [OpenRow | null, (open: OpenRow | null) => void] {
  const [openRow, setOpenRow] = useState<OpenRow | null>(null);
  useEffect(() => {
    const id = new URLSearchParams(window.location.search).get(OPEN_ELEMENT);
    if (id === null || id === "") return;
    const cancel = new AbortController();
    findRow(address, id.slice(0, ID_LENGTH_MAX), cancel.signal).then(
      (row) => {
        if (row !== null) setOpenRow((open) => open ?? { row, id, focusId: "" });
        else toast.warning(t("The element {id} of this link is not in this table.", { id }));
      },
      (reason: unknown) => {
        if (cancel.signal.aborted) return;
        toast.error(t("The element of this link could not be opened."), {
          description: reason instanceof Error ? reason.message : t("The answer could not be read."),
        });
      },
    );
    return () => cancel.abort();
  }, [address]);
  const open = useCallback((next: OpenRow | null) => {
    setOpenRow(next);
    const { pathname, search } = window.location;
    const params = new URLSearchParams(search);
    if (next === null) params.delete(OPEN_ELEMENT);
    else params.set(OPEN_ELEMENT, next.id);
    const asked = params.size === 0 ? "" : `?${params.toString()}`;
    // A state of null, as in use-table-view.ts, so that Next knows the address.
    window.history.replaceState(null, "", `${pathname}${asked}`);
  }, []);
  return [openRow, open];
}

/** The row number of an element; null: the table does not have it. */
async function findRow(address: TableAddress, id: string, signal: AbortSignal): Promise<number | null> {
  const filters = [{ column: ID_COLUMN, op: "equals", value: { kind: "text", text: id } }] as const;
  const page = { columns: [ID_COLUMN], offset: 0, limit: 1 };
  const { rows } = await askPrepared<TablePage>(rowsPath(address, { ...EVERYTHING, filters }, page), signal);
  return rows[0]?.row ?? null;
}
