"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { BulkDialog } from "#app/_features/exports/bulk/bulk-dialog.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Loading, Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { t } from "#lib/core/texts.ts";
import { readView } from "#lib/elements/query/address/address.ts";
import { keepView } from "#lib/features/views/fit.ts";
import type { ModelIds } from "./read-again.tsx";
import { tableQuery } from "./table/ask-table.ts";

/** Exports the table's view for several models of its project: columns are first converted to names, so that the view fits every model. */
export function ViewOfModels({
  ids,
  table: address,
  ifcClasses,
  formKey,
  onClose,
}: {
  ids: ModelIds;
  /** Ids of the readings shown, joined with ".". */
  table: string;
  ifcClasses: readonly string[];
  formKey: string;
  onClose: () => void;
}): ReactNode {
  const { data, error } = useQuery(tableQuery(address));
  // The whole state of the table is in the address; it cannot change while the dialog is open.
  const [view] = useState(() => readView(new URLSearchParams(window.location.search)).view);
  const shown = useMemo(
    () =>
      data === undefined
        ? null
        : keepView(view, { ifcClasses, columns: data.columns }, { profile: "programs", unitInHeading: true }),
    [data, ifcClasses, view],
  );
  if (shown !== null)
    return (
      <BulkDialog
        cloudId={ids.cloudId}
        project={{ id: ids.projectId, models: null }}
        formKey={formKey}
        shown={shown}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={t("Export elements of many models")} open onClose={onClose}>
      {error !== null ? (
        <Note tone="bad" live title={t("The table’s columns could not be read.")}>
          {error.whole}
        </Note>
      ) : (
        <Loading label={t("Loading the table’s columns")}>
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Dialog>
  );
}
