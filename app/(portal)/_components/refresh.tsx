"use client";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { HiddenFields, type Fields } from "#app/_ui/forms/hidden-fields.tsx";
import type { ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button, type ButtonLook } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";

/** The button that reads something from the service again; a refusal is shown beside it. */
export function Refresh({
  form: { formProps, pending, result },
  fields,
  variant = "ghost",
  className,
  children,
}: {
  form: ActionForm<unknown>;
  fields: Fields;
  /** Before the button. */
  children?: ReactNode;
  className?: string;
} & Pick<ButtonLook, "variant">): ReactNode {
  return (
    <form {...formProps} className={cx("items-center gap-x-2", className)}>
      <HiddenFields fields={fields} />
      {children}
      <Button size="sm" variant={variant} type="submit" pending={pending} pendingText={t("Refreshing")}>
        <RefreshCw aria-hidden className="size-3.5" />
        {t("Refresh from service")}
      </Button>
      {result?.ok === false && (
        <span role="alert" className="text-12 text-bad">
          {t("{message} Reference {requestId}.", { message: result.message, requestId: result.requestId })}
        </span>
      )}
    </form>
  );
}
