import type { ExternalToast } from "sonner";

type Kind = "message" | "success" | "warning" | "error";
type Told = { kind: Kind; title: string; options: ExternalToast | undefined };

let tell: ((told: Told) => void) | null = null;
let untold: readonly Told[] = [];
const listeners = new Set<() => void>();

function give(kind: Kind, title: string, options?: ExternalToast): void {
  const told = { kind, title, options };
  if (tell !== null) {
    tell(told);
    return;
  }
  untold = [...untold, told];
  for (const listener of listeners) listener();
}

/**
 * Announces a result from the background; the same calls as sonner's `toast`. Sonner comes after the page (toasts.tsx); what is announced
 * earlier waits for it.
 */
export const toast = Object.assign(
  (title: string, options?: ExternalToast): void => give("message", title, options),
  {
    success: (title: string, options?: ExternalToast): void => give("success", title, options),
    warning: (title: string, options?: ExternalToast): void => give("warning", title, options),
    error: (title: string, options?: ExternalToast): void => give("error", title, options),
  },
);

/** Whether a toast waits for its place. */
export function isUntold(): boolean {
  return untold.length > 0;
}

/** Calls back when a toast begins to wait. */
export function onUntold(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows toasts from now on, first those that wait. */
export function tellToasts(show: (told: Told) => void): void {
  tell = show;
  for (const told of untold) show(told);
  untold = [];
}
