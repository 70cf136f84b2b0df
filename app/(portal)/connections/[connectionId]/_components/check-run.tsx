"use client";
import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { createContext, use, useEffect, useRef, type ReactNode } from "react";
import { SmallRefusal } from "#app/_ui/forms/small-refusal.tsx";
import type { ActionForm } from "#app/_ui/forms/use-action-form.ts";
import { Button } from "#app/_ui/primitives/button.tsx";
import { t } from "#lib/core/texts.ts";
import type { CheckView } from "#lib/features/connections/record.ts";
import { CheckCard } from "../../_components/check-card.tsx";
import { checkState } from "../../_components/check-words.ts";
import { RunningCheck } from "../../_components/running-check.tsx";
import { useClimbForm, type Climbing } from "../../_components/use-climb-form.ts";
import { checkAction } from "../../actions.ts";

const RunContext = createContext<(ActionForm<CheckView> & { climbing: Climbing }) | null>(null);

/** Holds the check of the connection as it is kept: its button stands in the page's head, its ladder in the page. */
export function CheckRun({ children }: { children: ReactNode }): ReactNode {
  const router = useRouter();
  const form = useClimbForm(checkAction, "/api/connections/check", () => {
    router.refresh();
  });
  return <RunContext value={form}>{children}</RunContext>;
}

/** Climbs the ladder; `LastCheck` shows each rung, and what came of it. */
export function CheckAgain({ id, isFirst }: { id: string; isFirst: boolean }): ReactNode {
  const form = use(RunContext);
  if (form === null) return null;
  const { result, pending } = form;
  return (
    <form {...form.formProps}>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" pending={pending} pendingText={t("Checking")} className="w-full">
        {!pending && <RefreshCw aria-hidden />}
        {isFirst ? t("Check") : t("Check again")}
      </Button>
      <span role="status" className="sr-only">
        {!pending && result?.ok === true && t("Checked: {words}.", { words: checkState(result.data).words })}
      </span>
      <SmallRefusal message={result?.ok === false ? result.message : null} />
    </form>
  );
}

/** The check under way, or what it came to; until then `children`, the check that the page was made with. */
export function LastCheck({
  title,
  madeWith,
  children,
}: {
  title: string;
  /** When that one was made, ISO 8601; null: there was none. */
  madeWith: string | null;
  children: ReactNode;
}): ReactNode {
  const form = use(RunContext);
  const shown = useRef<HTMLDivElement>(null);
  const check = form?.result?.ok === true ? form.result.data : null;
  useEffect(() => {
    if (check !== null) shown.current?.scrollIntoView({ block: "nearest" });
  }, [check]);
  const climbing = form?.climbing ?? null;
  if (climbing !== null) return <RunningCheck title={title} rungs={climbing.rungs} />;
  // The page is made anew a moment after the answer.
  const isNewer = check !== null && (madeWith === null || new Date(check.at) > new Date(madeWith));
  return <div ref={shown}>{isNewer ? <CheckCard title={title} check={check} /> : children}</div>;
}
