"use client";
import { useId, type ReactNode } from "react";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/** The recovery codes, shown only this once. */
export function RecoveryCodes({
  codes,
  title,
  action,
}: {
  codes: readonly string[];
  title: string;
  action: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <Note
      tone="ok"
      live
      title={title}
      action={
        <>
          <CopyButton
            text={codes.join("\n")}
            label={t("Copy the recovery codes")}
            words={t("Copy the recovery codes")}
          />
          {action}
        </>
      }
    >
      <span id={id}>
        {t(
          "Keep these recovery codes where you find them without the app. Each signs you in once. They are not shown again.",
        )}
      </span>
      <ul
        aria-labelledby={id}
        className="mt-2 grid gap-1 rounded-2 border border-line-strong bg-surface px-3 py-2 font-mono text-13 text-fg select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Note>
  );
}
