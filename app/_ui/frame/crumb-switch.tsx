"use client";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { late, useLate } from "../late.ts";
import type { CrumbChoice, CrumbSource } from "./crumb-lists.tsx";
import { Popover } from "../primitives/popover.tsx";

const lists = late(async () => import("./crumb-lists.tsx"));

/** A crumb's list of siblings with a search field; given in full, or loaded when it opens. */
export function CrumbSwitch({
  label,
  choices,
  source,
  trigger,
}: {
  /** "Other Clouds" */
  label: string;
  choices?: readonly CrumbChoice[] | undefined;
  source?: CrumbSource | undefined;
  trigger: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const made = useLate(lists, open, () => setOpen(false));
  const router = useRouter();
  const go = (href: string): void => {
    setOpen(false);
    router.push(href);
  };
  return (
    <Popover trigger={trigger} label={label} align="start" open={made !== null} onOpenChange={setOpen}>
      {made !== null &&
        (source === undefined ? (
          <made.GivenList label={label} choices={choices ?? []} go={go} />
        ) : (
          <made.AskedList label={label} source={source} go={go} />
        ))}
    </Popover>
  );
}
