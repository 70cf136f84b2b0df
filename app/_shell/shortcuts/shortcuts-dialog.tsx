"use client";
import { useState, type ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Dialog, DialogClose } from "#app/_ui/primitives/dialog.tsx";
import { Keys } from "#app/_ui/primitives/keys.tsx";
import { msg, t } from "#lib/core/texts.ts";
import { areSingleKeysOn, setSingleKeys, SHORTCUTS } from "./shortcuts.ts";

const ALWAYS = [
  { keys: msg("Ctrl K"), words: msg("Search or run a command (⌘ K on a Mac)") },
  { keys: "Esc", words: msg("Close the open dialog or menu") },
  { keys: "Tab", words: msg("Go to the next field or button") },
];

const IN_TABLES = [
  {
    keys: msg("Shift"),
    words: msg("With arrows, Home, End, Page Up or Page Down, or with a click: select cells"),
  },
  { keys: msg("Ctrl A"), words: msg("Select every cell") },
  { keys: msg("Ctrl C"), words: msg("Copy the cell, or the cells that are selected") },
  { keys: msg("Enter"), words: msg("Open the row") },
];

/** All keys of the portal, and the switch for those without a modifier. */
export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  return (
    <Dialog
      title={t("Keyboard shortcuts")}
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <DialogClose>
          <Button>{t("Close")}</Button>
        </DialogClose>
      }
    >
      <KeyList label={t("Always")} shortcuts={ALWAYS} />
      <KeyList label={t("When you are not typing")} shortcuts={SHORTCUTS} />
      <KeyList label={t("In the element table")} shortcuts={IN_TABLES} />
      <SingleKeys />
    </Dialog>
  );
}

function KeyList({
  label,
  shortcuts,
}: {
  label: string;
  shortcuts: readonly { keys: string; words: string }[];
}): ReactNode {
  return (
    <section aria-label={label}>
      <h3 className="mb-1.5">{label}</h3>
      <dl className="grid gap-1 text-13">
        {shortcuts.map(({ keys, words }) => (
          <div key={keys} className="flex items-center gap-3">
            <dt className="w-20 shrink-0">
              <Keys keys={t(keys)} />
            </dt>
            <dd className="min-w-0 text-fg-2">{t(words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SingleKeys(): ReactNode {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Checkbox
      label={t("Single-key shortcuts")}
      hint={t(
        "Turn these off if dictation or a slip of the finger triggers them. The setting is kept in this browser.",
      )}
      checked={isOn}
      onChange={(event) => {
        setIsOn(event.target.checked);
        setSingleKeys(event.target.checked);
      }}
    />
  );
}
