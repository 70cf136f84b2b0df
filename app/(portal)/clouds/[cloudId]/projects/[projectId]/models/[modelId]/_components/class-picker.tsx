"use client";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { late, useLate } from "#app/_ui/late.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { t } from "#lib/core/texts.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import type { ClassChoices } from "#lib/features/elements/schema.ts";
import { classHref } from "./class-href.ts";

const list = late(async () => import("./class-choices.tsx"));

/**
 * Every class to choose from: first those with elements where the service counts them, subtypes below their supertype, then the rest of the
 * schema. A name opens that class alone; ticked ones are shown together. Typing filters, Enter opens the first.
 */
export function ClassPicker({
  path,
  choices,
  current,
  trigger,
}: {
  path: string;
  choices: ClassChoices;
  current: readonly string[];
  trigger: ReactNode;
}): ReactNode {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const made = useLate(list, open, () => setOpen(false));
  const [ticked, setTicked] = useState<readonly string[]>(current);
  const choose = (ifcClasses: readonly string[]): void => {
    setOpen(false);
    router.push(classHref(path, ifcClasses));
  };
  const toggle = (ifcClass: string): void =>
    setTicked((now) => (now.includes(ifcClass) ? now.filter((one) => one !== ifcClass) : [...now, ifcClass]));
  return (
    <Dialog
      title={t("Choose a class")}
      {...(made !== null && { description: made.describeChoices(choices) })}
      trigger={trigger}
      open={made !== null}
      onOpenChange={(next) => {
        setOpen(next);
        setTicked(current);
      }}
      footer={
        <Button
          variant="primary"
          disabled={ticked.length === 0 || ticked.length > SOURCES_MAX}
          onClick={() => choose(ticked)}
        >
          {t("Show {what}", {
            what:
              ticked.length === 1
                ? (ticked[0] ?? "")
                : t("{count, plural, one {# class} other {# classes}}", { count: ticked.length }),
          })}
        </Button>
      }
    >
      {made !== null && (
        <made.ClassChoices
          {...{ path, choices, current, ticked, choose }}
          onTick={toggle}
          onGo={() => setOpen(false)}
        />
      )}
    </Dialog>
  );
}
