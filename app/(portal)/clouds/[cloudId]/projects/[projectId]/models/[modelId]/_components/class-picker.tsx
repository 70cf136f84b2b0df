"use client";
import { Search } from "lucide-react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { useRouter } from "next/navigation";
import { useMemo, useState, type ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { formatCount } from "#app/_ui/format/count.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { Dialog } from "#app/_ui/primitives/dialog.tsx";
import { Field } from "#app/_ui/primitives/field.tsx";
import { Input } from "#app/_ui/primitives/input.tsx";
import { t } from "#lib/core/texts.ts";
import { SOURCES_MAX } from "#lib/elements/query/types.ts";
import type { ClassChoices } from "#lib/features/elements/schema.ts";
import { listClasses } from "./class-list.ts";

const SHOWN_MAX = 200;

/** The address of the table of one class, or of several together. */
export function classHref(path: string, ifcClasses: readonly string[]): string {
  return `${path}?${ifcClasses.map((ifcClass) => `type=${encodeURIComponent(ifcClass)}`).join("&")}`;
}

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
  const [typed, setTyped] = useState("");
  const [ticked, setTicked] = useState<readonly string[]>(current);
  const all = useMemo(() => listClasses(choices), [choices]);
  const wanted = typed.trim().toLowerCase();
  const found = all.filter((choice) => choice.ifcClass.toLowerCase().includes(wanted));
  const shown = found.slice(0, SHOWN_MAX);
  const choose = (ifcClasses: readonly string[]): void => {
    setOpen(false);
    router.push(classHref(path, ifcClasses));
  };
  const toggle = (ifcClass: string): void =>
    setTicked((now) => (now.includes(ifcClass) ? now.filter((one) => one !== ifcClass) : [...now, ifcClass]));
  return (
    <Dialog
      title={t("Choose a class")}
      description={
        choices.counted === null
          ? t(
              "This service does not count elements per class, so these are all classes of the schema. Subtypes are not included.",
            )
          : t(
              "Classes with elements come first. Subtypes are not included; select several classes to see them together.",
            )
      }
      trigger={trigger}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setTyped("");
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) choose([first.ifcClass]);
          else if (wanted !== "") choose([typed.trim()]);
        }}
      >
        <Field label={t("Class")}>
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
        {t("{count, plural, one {# class} other {# classes}}", { count: found.length })}
      </p>
      <ul className="max-h-[50vh] overflow-y-auto rounded-2 border border-line" aria-label={t("Classes")}>
        {shown.map((choice) => (
          <li
            key={choice.ifcClass}
            className="flex items-center border-b border-line last:border-b-0 hover:bg-surface-hover"
          >
            <label className={cx("flex min-h-8 cursor-pointer items-center pl-3", choice.isBelow && "pl-8")}>
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                aria-label={t("Show {ifcClass} with others", { ifcClass: choice.ifcClass })}
                checked={ticked.includes(choice.ifcClass)}
                onChange={() => toggle(choice.ifcClass)}
              />
            </label>
            <Link
              href={classHref(path, [choice.ifcClass])}
              onClick={() => setOpen(false)}
              aria-current={current.includes(choice.ifcClass) ? "true" : undefined}
              className="flex min-h-8 min-w-0 flex-1 items-center gap-3 pr-3 pl-2 text-13 focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent-text"
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
            {t("No class of the schema has “{typed}” in its name.", { typed: typed.trim() })}
          </li>
        )}
      </ul>
    </Dialog>
  );
}
