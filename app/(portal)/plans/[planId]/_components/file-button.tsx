"use client";
import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { postFile, type Posted } from "#app/_client/post-file.ts";
import { SmallRefusal } from "#app/_ui/forms/small-refusal.tsx";
import { Button } from "#app/_ui/primitives/button.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { msg, t } from "#lib/core/texts.ts";

const CUT = msg("The connection to Portico ended before the whole file arrived. Choose the file again.");

/** Chooses the file of a model and uploads it unchanged. */
export function FileButton({
  planId,
  stepId,
  fileName,
  hasFile,
}: {
  planId: string;
  stepId: string;
  fileName: string;
  hasFile: boolean;
}): ReactNode {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  /** Per cent sent; null while nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function take(file: File): Promise<void> {
    setSent(0);
    setTrouble(null);
    const { done } = postFile(`/plans/${planId}/steps/${stepId}/file`, file, (bytes, total) => {
      setSent(total === 0 ? 0 : Math.floor((bytes / total) * 100));
    });
    const problem = problemOf(await done);
    setTrouble(problem);
    if (problem === null) router.refresh();
    setSent(null);
  }

  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="sr-only">
        {t("File for {fileName}", { fileName })}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".ifc,.ifczip"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file !== undefined) void take(file);
        }}
      />
      <Button
        size="sm"
        pending={sent !== null}
        pendingText={t("Uploading the file, {sent} %", { sent: sent ?? 0 })}
        onClick={() => {
          input.current?.click();
        }}
      >
        {hasFile
          ? rich("Another file<sr> for {fileName}</sr>", { fileName })
          : rich("Choose the file<sr> for {fileName}</sr>", { fileName })}
      </Button>
      <SmallRefusal message={trouble} />
    </div>
  );
}

function problemOf(posted: Posted): string | null {
  if (posted.kind !== "answered") return t(CUT);
  return posted.status === 200 ? null : readProblem(posted.text);
}

function readProblem(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return t(CUT);
  }
}
