"use client";
import { Bookmark } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { t } from "#lib/core/texts.ts";
import { ViewsDesk } from "../panels.tsx";
import type { ViewsProps } from "./views-props.ts";

/** The button that opens the dialog for applying, saving and managing views. */
export function ViewsMenu(props: ViewsProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={t("Views")}
      description={t(
        "A view keeps classes, columns, order and filters under a name. Use it with any model; programs read it at a live address.",
      )}
      size="lg"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="sm">
          <Bookmark aria-hidden />
          {t("Views")}
        </Button>
      }
    >
      <ViewsDesk {...props} onClose={() => setOpen(false)} />
    </Dialog>
  );
}
