import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import type { ClassChoices } from "#lib/features/elements/schema.ts";
import { classHref } from "./class-href.ts";
import { subtypesSwitch } from "./subtypes.ts";

/** A class without elements of its own, and the way to its subtypes where those have some. */
export function NoElements({
  path,
  choices,
  classes,
}: {
  path: string;
  choices: ClassChoices;
  classes: readonly string[];
}): ReactNode {
  const title = t("No {classes} in this model", { classes: classes.join(", ") });
  const subtypes = subtypesSwitch(choices, classes);
  if (subtypes === null || subtypes.isOn)
    return (
      <Blank icon={<SearchX aria-hidden />} title={title}>
        {t(
          "The service has no elements of this class. Subtypes are separate classes; choose another class above.",
        )}
      </Blank>
    );
  const { root, subtypes: below } = subtypes;
  const counted = (choices.counted ?? []).filter(({ ifcClass }) => below.includes(ifcClass));
  return (
    <Blank
      icon={<SearchX aria-hidden />}
      title={title}
      action={
        <LinkButton variant="primary" href={classHref(path, [root, ...below])}>
          {t("Show {ifcClass} with subtypes", { ifcClass: root })}
        </LinkButton>
      }
    >
      {t(
        "The service has no elements of this class itself, but {count, plural, one {# element} other {# elements}} of its subtypes: {subtypes}.",
        { count: counted.reduce((sum, { count }) => sum + count, 0), subtypes: below.join(", ") },
      )}
    </Blank>
  );
}
