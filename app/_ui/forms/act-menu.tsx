"use client";
import { MoreHorizontal } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../primitives/button.tsx";
import { Menu, MenuItem, MenuLabel } from "../primitives/menu.tsx";
import { ActionDialog, type ActionDialogProps } from "./form-dialog.tsx";

/** An item of the menu, and the dialog that asks for confirmation; its button says the same unless it has words of its own. */
export type MenuAct = Omit<ActionDialogProps<void>, "button" | "danger"> & {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  button?: string;
};

/** The rare actions on one row, behind one button; each asks in a dialog. A text alone says why an action is missing. */
export function ActMenu({
  label,
  acts,
  ...common
}: Pick<ActionDialogProps<void>, "footless" | "isSlow"> & {
  /** Of the button, naming the row: "Actions for Anna". */
  label: string;
  acts: readonly (MenuAct | string | false)[];
}): ReactNode {
  const id = useId();
  /**
   * The last choice keeps its dialog mounted, so that it closes by itself, also when the row no longer offers it. Other rows need none, and
   * each opening starts anew.
   */
  const [chosen, setChosen] = useState<{
    dialog: ActionDialogProps<void>;
    nth: number;
    open: boolean;
  } | null>(null);
  return (
    <>
      <Menu
        trigger={
          <Button id={id} size="sm" variant="ghost" square aria-label={label}>
            <MoreHorizontal aria-hidden />
          </Button>
        }
      >
        {acts.map((act) => {
          if (act === false) return null;
          if (typeof act === "string") return <MenuLabel key={act}>{act}</MenuLabel>;
          const { label: words, icon, danger = false, ...dialog } = act;
          const choose = (): void =>
            setChosen((last) => ({
              dialog: { ...dialog, button: dialog.button ?? words },
              nth: (last?.nth ?? 0) + 1,
              open: true,
            }));
          return (
            <MenuItem key={words} icon={icon} danger={danger} onSelect={choose}>
              {words}
            </MenuItem>
          );
        })}
      </Menu>
      {chosen !== null && (
        <ActionDialog
          key={chosen.nth}
          {...common}
          {...chosen.dialog}
          open={chosen.open}
          onClose={() => setChosen({ ...chosen, open: false })}
          returnFocusTo={id}
        />
      )}
    </>
  );
}
