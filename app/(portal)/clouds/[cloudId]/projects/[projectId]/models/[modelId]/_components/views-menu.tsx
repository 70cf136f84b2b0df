"use client";
import { Bookmark } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import type { TableView } from "#lib/elements/query/types.ts";
import type { NamedColumn } from "#lib/features/views/fit.ts";
import { ViewsDesk } from "./views-desk.tsx";

export type ViewsProps = {
  /** What the table shows now. */
  view: TableView;
  /** The classes of the table. */
  ifcClasses: readonly string[];
  /** The columns of the table. */
  columns: readonly NamedColumn[];
  onApply: (view: TableView) => void;
};

/** The button behind which views are applied, saved and kept in order. */
export function ViewsMenu(props: ViewsProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="Views"
      description="Classes, columns, order and filters under a name. A view fits every model; a program reads it at an address that stays."
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="sm">
          <Bookmark aria-hidden />
          Views
        </Button>
      }
    >
      <ViewsDesk {...props} onClose={() => setOpen(false)} />
    </Dialog>
  );
}
