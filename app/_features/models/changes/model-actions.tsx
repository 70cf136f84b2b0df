"use client";
import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import type { ActedOn, AskedChange, ModelRights } from "./asked-change.ts";
import { ModelDialogs } from "./model-dialogs.tsx";
import { ModelMenu } from "./model-menu.tsx";

/** The menu of one model on its own page; after a deletion its project opens. */
export function ModelActions({
  projectId,
  projectHref,
  model,
  rights,
}: {
  projectId: string;
  projectHref: string;
  model: ActedOn;
  rights: ModelRights;
}): ReactNode {
  const router = useRouter();
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const [isGone, setGone] = useState(false);
  return (
    <>
      <ModelMenu projectId={projectId} model={model} rights={rights} onAsk={setAsked} />
      <ModelDialogs
        projectId={projectId}
        asked={asked}
        onChanged={({ act }) => {
          if (act === "delete") setGone(true);
          else router.refresh();
        }}
        onClose={() => {
          setAsked(null);
          if (isGone) router.push(projectHref);
        }}
      />
    </>
  );
}
