import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { marked } from "../marked.ts";
import { ToneIcon, type Tone } from "./tone.tsx";

const LOOK: Record<Tone | "plain", string> = {
  plain: "border-line-strong bg-surface text-fg-2",
  ok: "border-ok-line bg-ok-soft text-ok",
  warn: "border-warn-line bg-warn-soft text-warn",
  bad: "border-bad-line bg-bad-soft text-bad",
  unknown: "border-unknown-line bg-unknown-soft text-unknown",
  progress: "border-accent-line bg-accent-soft text-accent-text",
  idle: "border-line-strong bg-surface text-fg-2",
};

/** A state or a fact in a head. Without `tone` it is a plain fact ("Cloud 3981", with `mono` for ids). */
export function Badge({
  tone = "plain",
  mono = false,
  children,
}: {
  tone?: Tone | "plain";
  mono?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <span
      className={cx(
        "inline-flex min-h-5 items-center gap-[5px] rounded-1 border px-1.5 text-12 font-medium whitespace-nowrap [&>.lucide]:size-3",
        mono && "font-mono font-normal tracking-tight",
        LOOK[tone],
      )}
    >
      {tone !== "plain" && <ToneIcon tone={tone} />}
      {marked(children)}
    </span>
  );
}
