"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";
import { Button } from "./button.tsx";

const SHOWN_MS = 2_000;

/** Copies a text. `label` names it ("Copy the client id"); `words` are shown, else only the icon. */
export function CopyButton({
  text,
  label,
  words,
  icon,
}: {
  /** A function where the text is only known at the press, such as the address. */
  text: string | (() => string);
  label: string;
  words?: string | undefined;
  /** Replaces the default icon. */
  icon?: ReactNode;
}): ReactNode {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    // Without a secure context there is no clipboard.
    const written =
      "clipboard" in navigator
        ? navigator.clipboard.writeText(typeof text === "string" ? text : text())
        : Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  };
  const said =
    outcome === "copied" ? t("Copied") : outcome === "refused" ? t("Not copied: the browser refused") : "";
  return (
    <>
      <Button
        variant={words === undefined ? "ghost" : "default"}
        size="sm"
        square={words === undefined}
        aria-label={label}
        title={label}
        onClick={copy}
      >
        {outcome === "copied" ? <Check aria-hidden className="text-ok" /> : (icon ?? <Copy aria-hidden />)}
        {words !== undefined && (outcome === "copied" ? t("Copied") : words)}
      </Button>
      <span role="status" className={outcome === "refused" ? "text-12 text-bad" : "sr-only"}>
        {said}
      </span>
    </>
  );
}
