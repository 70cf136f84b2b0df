"use client";
import type { ReactNode } from "react";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { CopyButton } from "#app/_ui/primitives/copy-button.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { t } from "#lib/core/texts.ts";

/** New credentials: the secret is shown now and never again. */
export function ShownOnce({
  title,
  clientId,
  secret,
  tokenUrl,
  baseUrl,
  children,
}: {
  title: string;
  clientId: string;
  secret: string;
  tokenUrl: string;
  baseUrl: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <Note tone="ok" live title={title} action={children}>
      {t(
        "Copy the secret now. Portico keeps no copy and never shows it again. Pass it on over a channel that only its owner reads.",
      )}
      <div className="mt-3 rounded-2 border border-line-strong bg-surface px-3 py-2.5">
        <Kv
          items={[
            { label: "client_id", value: <Copied text={clientId} label={t("Copy the client ID")} /> },
            {
              label: "client_secret",
              value: <Copied text={secret} label={t("Copy the secret")} words={t("Copy")} />,
            },
            { label: t("Token address"), value: <Mono>{tokenUrl}</Mono> },
            { label: t("Service address"), value: <Mono>{baseUrl}</Mono> },
          ]}
        />
      </div>
    </Note>
  );
}

function Copied({ text, label, words }: { text: string; label: string; words?: string }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 select-all">
        <Mono>{text}</Mono>
      </span>
      <CopyButton text={text} label={label} words={words} />
    </span>
  );
}
