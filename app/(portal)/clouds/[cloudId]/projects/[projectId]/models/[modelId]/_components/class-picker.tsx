"use client";
import { Search } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo, useState, type ReactNode } from "react";
import { formatCount } from "#app/_ui/format/count.ts";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import type { ClassChoices } from "#lib/features/elements/schema.ts";

const SHOWN_MAX = 200;

type Choice = { ifcClass: string; count: number | null };

/** The address of a class's table. */
export function classHref(path: string, ifcClass: string): string {
  return `${path}?type=${encodeURIComponent(ifcClass)}`;
}

/**
 * Every class one can choose: those with elements first where the service counts them, then all of the schema. Typing narrows, Enter
 * opens the first.
 */
export function ClassPicker({
  path,
  choices,
  current,
  trigger,
}: {
  path: string;
  choices: ClassChoices;
  current: string;
  trigger: ReactNode;
}): ReactNode {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const all = useMemo(() => listChoices(choices), [choices]);
  const wanted = typed.trim().toLowerCase();
  const found = all.filter((choice) => choice.ifcClass.toLowerCase().includes(wanted));
  const shown = found.slice(0, SHOWN_MAX);
  const choose = (ifcClass: string): void => {
    setOpen(false);
    router.push(classHref(path, ifcClass));
  };
  return (
    <Dialog
      title="Choose a class"
      description={
        choices.counted === null
          ? "This service does not count its classes: these are all classes of the schema. A class is read without its subtypes."
          : "Classes with elements in this model come first. A class is read without its subtypes."
      }
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setTyped("");
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) choose(first.ifcClass);
          else if (wanted !== "") choose(typed.trim());
        }}
      >
        <Field label="Class">
          <Input
            icon={<Search aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="IfcDoor"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </form>
      <p role="status" className="sr-only">
        {found.length === 1 ? "1 class" : `${formatCount(found.length)} classes`}
      </p>
      <ul className="max-h-[50vh] overflow-y-auto rounded-2 border border-line" aria-label="Classes">
        {shown.map((choice) => (
          <li key={choice.ifcClass} className="border-b border-line last:border-b-0">
            <Link
              href={classHref(path, choice.ifcClass)}
              prefetch={false}
              onClick={() => setOpen(false)}
              aria-current={choice.ifcClass === current ? "true" : undefined}
              className="flex min-h-8 items-center gap-3 px-3 text-13 hover:bg-surface-hover focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent-text"
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{choice.ifcClass}</span>
              <span className="text-fg-3 tabular-nums">
                {choice.count === null ? "" : formatCount(choice.count)}
              </span>
            </Link>
          </li>
        ))}
        {shown.length === 0 && (
          <li className="px-3 py-3 text-13 text-fg-2">
            No class of the schema has “{typed.trim()}” in its name.
          </li>
        )}
      </ul>
    </Dialog>
  );
}

function listChoices(choices: ClassChoices): Choice[] {
  const counted = choices.counted ?? [];
  const known = new Set(counted.map((entry) => entry.ifcClass));
  const rest = choices.catalogue.filter((ifcClass) => !known.has(ifcClass));
  // Where the service counts, a class that it does not name has no elements.
  const count = choices.counted === null ? null : 0;
  return [...counted, ...rest.map((ifcClass) => ({ ifcClass, count }))];
}
