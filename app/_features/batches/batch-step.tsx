"use client";
import { Pause, Play, RotateCcw, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { FormAction } from "#app/_server/action-result.ts";
import { ActionButton } from "#app/_ui/forms/action-button.tsx";
import { msg, t } from "#lib/core/texts.ts";

type Step = "check" | "rehearse" | "start" | "pause" | "resume" | "retry";
type StepLook = { refusal: string; pending: string; icon?: LucideIcon; isPrimary?: true };

const LOOKS: Record<Step, StepLook> = {
  check: { refusal: msg("The rows were not checked again."), pending: msg("Checking") },
  rehearse: { refusal: msg("The rehearsal did not start."), pending: msg("Starting") },
  start: { refusal: msg("Nothing was sent."), pending: msg("Starting"), isPrimary: true },
  pause: { refusal: msg("Nothing was paused."), pending: msg("Pausing"), icon: Pause },
  resume: { refusal: msg("Nothing was resumed."), pending: msg("Resuming"), icon: Play, isPrimary: true },
  retry: { refusal: msg("Nothing was sent again."), pending: msg("Starting"), icon: RotateCcw },
};

/** The button for one step of a list or a plan; `children` say what it does there. */
export function BatchStep<T>({
  action,
  of,
  step,
  children,
}: {
  action: FormAction<T>;
  /** Fields that identify the list or plan, by the names that the action knows. */
  of: Readonly<Record<string, string>>;
  step: Step;
  children: ReactNode;
}): ReactNode {
  const { refusal, pending, icon: Icon, isPrimary = false } = LOOKS[step];
  return (
    <ActionButton
      action={action}
      fields={{ ...of, step }}
      variant={isPrimary ? "primary" : "default"}
      refusal={t(refusal)}
      pendingText={t(pending)}
    >
      {Icon !== undefined && <Icon aria-hidden />}
      {children}
    </ActionButton>
  );
}
