"use client";
import { useEffect, useSyncExternalStore } from "react";
import { askPortal, type PortalPath } from "#app/_client/ask-portal.ts";
import { hashFile } from "#app/_client/sha256.ts";
import type { UploadAdvice } from "#lib/features/models/schema.ts";
import { sendFile } from "./send-file.ts";
import { NO_UPLOADS, UploadQueue, type Uploads } from "./upload-queue.ts";

/** One per visited project; queues outlive the page. */
const queues = new Map<string, UploadQueue>();

function queueOf(projectId: string): UploadQueue {
  const known = queues.get(projectId);
  if (known !== undefined) return known;
  const made = new UploadQueue({
    newKey: bornKey,
    send: ({ key, file, replaces }, onProgress) => sendFile(projectId, key, file, replaces, onProgress),
    ask: ({ name, size }, sha256, signal) => {
      const of = sha256 === null ? { name } : { sha256 };
      const query = new URLSearchParams({ bytes: String(size), ...of });
      const path: PortalPath = `/api/projects/${projectId}/models/same?${query.toString()}`;
      return askPortal<UploadAdvice>(path, signal);
    },
    hash: hashFile,
  });
  // On the server, a page starts without a queue.
  if (typeof window === "undefined") return made;
  queues.set(projectId, made);
  made.subscribe(warnWhileBusy);
  return made;
}

/** Also works on a page without TLS, where browsers have no randomUUID. */
function bornKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

let isWarning = false;

/** Leaving Portico would interrupt uploads: the browser asks first. */
function warnWhileBusy(): void {
  const isBusy = [...queues.values()].some((queue) => queue.isBusy);
  if (isBusy === isWarning) return;
  isWarning = isBusy;
  if (isBusy) window.addEventListener("beforeunload", holdBack);
  else window.removeEventListener("beforeunload", holdBack);
}

function holdBack(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The uploads of a project, and the queue that controls them. `onArrived`: called with each name that arrives while the page is open. */
export function useUploads(
  projectId: string,
  onArrived: (fileName: string) => void,
): { queue: UploadQueue; uploads: Uploads } {
  const queue = queueOf(projectId);
  const uploads = useSyncExternalStore(queue.subscribe, queue.read, () => NO_UPLOADS);
  useEffect(() => {
    let told = queue.read().arrived;
    return queue.subscribe(() => {
      const { arrived, lastArrived } = queue.read();
      if (arrived > told && lastArrived !== null) onArrived(lastArrived);
      told = arrived;
    });
  }, [queue, onArrived]);
  return { queue, uploads };
}
