"use client";
import { Settings2 } from "lucide-react";
import { usePathname } from "next/navigation";
import { useId, useState, type ReactNode } from "react";
import { Button, DownloadButton } from "#app/_ui/primitives/button.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { marked } from "#app/_ui/marked.ts";
import { wrapped } from "#app/_ui/wrapped.ts";
import { dotted } from "#lib/core/language/dotted.ts";
import { t } from "#lib/core/texts.ts";
import { keepView } from "#lib/features/views/fit.ts";
import { VIEW_NAME_LENGTH_MAX, type ViewEntry } from "#lib/features/views/schema.ts";
import { LiveAddress } from "./views-address.tsx";
import type { ViewAct } from "./use-view-act.ts";
import { changeViewAction, deleteViewAction, duplicateViewAction } from "./actions.ts";
import type { ViewsProps } from "./views-props.ts";

type Props = {
  entry: ViewEntry;
  table: ViewsProps;
  canShare: boolean;
  act: ViewAct;
  onApply: (entry: ViewEntry) => void;
  onDeleted: (view: { id: string; name: string }) => void;
};

/** One view: a press on its name applies it; the menu at the end has the rest. */
export function ViewRow(props: Props): ReactNode {
  const { entry, table, onApply } = props;
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const path = usePathname();
  const { ifcClasses } = entry.content;
  const isOfThisTable = ifcClasses.some((name) => table.ifcClasses.includes(name));
  const facts = [
    ifcClasses.length > 3
      ? t("{named} and {more} more", {
          named: ifcClasses.slice(0, 3).join(", "),
          more: ifcClasses.length - 3,
        })
      : ifcClasses.join(", "),
    ...(entry.kind === "shared" && entry.ownerName !== null
      ? [t("by {name}", { name: entry.ownerName })]
      : []),
    ...(entry.kind === "own" && entry.isShared ? [t("shared")] : []),
  ];
  const words = (
    <>
      <span className="block font-medium [overflow-wrap:anywhere]">{wrapped(entry.name)}</span>
      <small className="block text-12 text-fg-3">{marked(dotted(...facts))}</small>
    </>
  );
  const look = "min-w-0 flex-1 rounded-1 px-1 py-0.5 text-left text-13 hover:bg-surface-hover";
  return (
    <li className="px-2 py-1.5">
      <div className="flex items-center gap-2">
        {isOfThisTable ? (
          <button type="button" className={look} onClick={() => onApply(entry)}>
            {words}
          </button>
        ) : (
          // Another class is another table, so its page is loaded again.
          <a className={look} href={`${path}?type=${ifcClasses[0] ?? ""}&${entry.address}`}>
            {words}
          </a>
        )}
        <Button
          variant="ghost"
          size="sm"
          square
          aria-label={t("Manage “{name}”", { name: entry.name })}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          <Settings2 aria-hidden />
        </Button>
      </div>
      <div id={panelId} hidden={!isOpen} className="grid gap-2 px-1 pt-2 pb-1">
        {isOpen && <Manage {...props} />}
      </div>
    </li>
  );
}

function Manage({ entry, table, canShare, act, onDeleted }: Props): ReactNode {
  const seen = { viewId: entry.id, version: String(entry.version) };
  const change = (fields: Record<string, string>): void => act.run(changeViewAction, { ...seen, ...fields });
  const { profile, unitInHeading } = entry.content;
  return (
    <>
      {entry.canChange && <Rename name={entry.name} onRename={(name) => change({ name })} />}
      <div className="flex flex-wrap gap-2">
        {entry.canChange && (
          <Button
            size="sm"
            onClick={() => {
              const content = keepView(table.view, table, { profile, unitInHeading });
              change({ content: JSON.stringify(content) });
            }}
          >
            {t("Update from the table")}
          </Button>
        )}
        {entry.canChange && (canShare || entry.isShared) && (
          <Button size="sm" onClick={() => change({ shared: entry.isShared ? "no" : "yes" })}>
            {entry.isShared ? t("Keep private") : t("Share with all staff")}
          </Button>
        )}
        <Button size="sm" onClick={() => act.run(duplicateViewAction, { viewId: entry.id })}>
          {t("Duplicate")}
        </Button>
        <DownloadButton size="sm" href={`/api/views/${entry.id}/file`}>
          {t("Save as file")}
        </DownloadButton>
        {entry.canChange && (
          <Button
            size="sm"
            onClick={() =>
              act.run(deleteViewAction, seen, () => onDeleted({ id: entry.id, name: entry.name }))
            }
          >
            {t("Delete")}
          </Button>
        )}
      </div>
      <LiveAddress viewId={entry.id} />
    </>
  );
}

function Rename({ name, onRename }: { name: string; onRename: (name: string) => void }): ReactNode {
  const [typed, setTyped] = useState(name);
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onRename(typed);
      }}
    >
      <Input
        aria-label={t("New name of “{name}”", { name })}
        value={typed}
        maxLength={VIEW_NAME_LENGTH_MAX}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="sm" disabled={typed.trim() === "" || typed === name}>
        {t("Rename")}
      </Button>
    </form>
  );
}
