"use client";
import { useRouter } from "next/navigation";
import { startTransition, type ReactNode } from "react";
import { Button, LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Progress } from "#app/_ui/primitives/progress.tsx";
import { t } from "#lib/core/texts.ts";
import { FIRST_STEPS } from "#lib/features/start/steps.ts";
import { firstStepsLeft } from "./first-steps-cookie.ts";

/** On the overview until the first export: the setup up to the first table, to continue or to dismiss. */
export function FirstStepsCard({ done }: { done: number }): ReactNode {
  const router = useRouter();
  const leave = (): void => {
    document.cookie = firstStepsLeft();
    startTransition(() => router.refresh());
  };
  const words = t("{done} of {total} done", { done, total: FIRST_STEPS });
  return (
    <Card
      title={t("First steps")}
      aside={<span className="text-13 text-fg-3">{words}</span>}
      footer={
        <>
          <LinkButton href="/start">{done === 1 ? t("Start setup") : t("Continue setup")}</LinkButton>
          <Button variant="ghost" onClick={leave}>
            {t("Not now")}
          </Button>
          <span className="text-12 text-fg-3">
            {t("You find these steps again under “First steps” in Search.")}
          </span>
        </>
      }
    >
      <p className="mb-3 text-13 text-fg-2">
        {t("Four steps to your first export. You can leave at any time; what is done stays done.")}
      </p>
      <Progress label={t("First steps")} value={done} max={FIRST_STEPS} words={words} />
    </Card>
  );
}
