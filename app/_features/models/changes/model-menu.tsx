"use client";
import { MoreHorizontal } from "lucide-react";
import { useId, type ReactNode } from "react";
import { late, useLate } from "#app/_ui/late.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Menu } from "#app/_ui/primitives/menu.tsx";
import { t } from "#lib/core/texts.ts";
import type { ActedOn, AskedChange, ModelRights } from "./asked-change.ts";
import type { ModelItemsProps } from "./model-items.tsx";

const items = late(async () => import("./model-items.tsx"));

/** The actions of one model: rename, process again, download the original, delete. The page has the dialogs (ModelDialogs). */
export function ModelMenu({
  projectId,
  model,
  rights,
  onAsk,
}: {
  projectId: string;
  model: ActedOn;
  rights: ModelRights;
  onAsk: (asked: AskedChange) => void;
}): ReactNode {
  const buttonId = useId();
  const { modelId, name } = model;
  if (!rights.change && !rights.remove && !rights.download) return null;
  const ask = (act: AskedChange["act"]): void => onAsk({ act, models: [model], returnFocusTo: buttonId });
  return (
    <Menu
      returnFocusTo={buttonId}
      waitsFor={items}
      trigger={
        <Button id={buttonId} size="sm" square aria-label={t("More for {name}", { name })}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
    >
      <Items {...{ projectId, modelId, rights, ask }} />
    </Menu>
  );
}

/** In the open menu, which waited for them. */
function Items(given: ModelItemsProps): ReactNode {
  const made = useLate(items, true);
  return made !== null && <made.ModelItems {...given} />;
}
