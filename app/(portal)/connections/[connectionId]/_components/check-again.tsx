"use client";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { SmallRefusal } from "#app/_ui/forms/small-refusal.tsx";
import { useActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import { checkState } from "../../_components/check-words.ts";
import { checkAction } from "../../actions.ts";

/** Checks the connection as stored; the page shows the result. */
export function CheckAgain({ id, isFirst }: { id: string; isFirst: boolean }): ReactNode {
  const form = useActionForm(checkAction);
  const { result } = form;
  return (
    <form {...form.formProps}>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" pending={form.pending} pendingText={t("Checking")} className="w-full">
        {!form.pending && <RefreshCw aria-hidden />}
        {isFirst ? t("Check") : t("Check again")}
      </Button>
      <span role="status" className="sr-only">
        {!form.pending &&
          result?.ok === true &&
          t("Checked: {words}.", { words: checkState(result.data).words })}
      </span>
      <SmallRefusal message={result?.ok === false ? result.message : null} />
    </form>
  );
}
