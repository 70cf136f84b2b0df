"use client";
import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "#app/_ui/primitives/button.tsx";

const CUT = "The connection to Portico ended before the file had arrived. Nothing was kept; choose it again.";

/** Chooses the file of a model and hands it over as it is. */
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
  const [pending, setPending] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function take(file: File): Promise<void> {
    setPending(true);
    setTrouble(null);
    const problem = await hand(`/plans/${planId}/steps/${stepId}/file`, file);
    setTrouble(problem);
    if (problem === null) router.refresh();
    setPending(false);
  }

  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="sr-only">
        File for {fileName}
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
        pending={pending}
        pendingText="Taking the file"
        onClick={() => {
          input.current?.click();
        }}
      >
        {hasFile ? "Another file" : "Choose the file"}
        <span className="sr-only"> for {fileName}</span>
      </Button>
      {trouble !== null && (
        <small role="alert" className="text-bad">
          {trouble}
        </small>
      )}
    </div>
  );
}

/** Sends the file as the raw body; null when it was kept, else why not. Never rejects. */
function hand(address: string, file: File): Promise<string | null> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.addEventListener("load", () => {
      resolve(request.status === 200 ? null : readProblem(request.responseText));
    });
    request.addEventListener("error", () => {
      resolve(CUT);
    });
    request.open("POST", address);
    request.setRequestHeader("x-portico", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
}

function readProblem(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return CUT;
  }
}
