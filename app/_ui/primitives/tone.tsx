import { Check, Circle, CircleQuestionMark, CircleX, Info, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** The six colours of a state, always together with its word. */
export type Tone = "ok" | "warn" | "bad" | "unknown" | "progress" | "idle";

const ICONS = {
  ok: Check,
  warn: TriangleAlert,
  bad: CircleX,
  unknown: CircleQuestionMark,
  progress: LoaderCircle,
  idle: Circle,
} as const;

/** The icon of a tone; "progress" spins unless the person prefers less motion. */
export function ToneIcon({ tone, className }: { tone: Tone; className?: string }): ReactNode {
  const Icon = ICONS[tone];
  return <Icon aria-hidden className={cx(tone === "progress" && "turning", className)} />;
}

/** The icon of an informational note. */
export function InfoIcon({ className }: { className?: string }): ReactNode {
  return <Info aria-hidden className={className} />;
}
