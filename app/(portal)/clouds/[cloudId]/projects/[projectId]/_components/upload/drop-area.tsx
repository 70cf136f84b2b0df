"use client";
import { Upload } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "#lib/core/texts.ts";

/** Accepts files dropped anywhere on the page, and says so while they are dragged over it. */
export function DropArea({ onDrop }: { onDrop: (files: readonly File[]) => void }): ReactNode {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const out = (event: DragEvent): void => {
      // Moving between elements of the page is not leaving it.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onDrop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", out);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", out);
      window.removeEventListener("drop", drop);
    };
  }, [onDrop]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-3 border-2 border-dashed border-accent bg-surface/90">
      <p className="flex items-center gap-2 text-16 font-medium">
        <Upload aria-hidden className="size-5" />
        {t("Drop the files to upload them to this project")}
      </p>
    </div>
  );
}

function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
