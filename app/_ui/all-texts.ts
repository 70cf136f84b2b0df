import { restOfTexts } from "#lib/core/texts.ts";

let loading: Promise<void> | null = null;
let hasFailed = false;

/** Whether nothing is to be waited for: this page has every text of its language, or could not load them. */
export function hasAllTexts(): boolean {
  return hasFailed || restOfTexts() === null;
}

/**
 * Loads every text of the language, where the page has only those of its own code (lib/boot/server/page-texts.ts). Code that comes after
 * the page needs them. Without an answer they stay English.
 */
export function allTexts(): Promise<void> {
  const address = restOfTexts();
  if (address === null) return Promise.resolve();
  loading ??= (import(/* turbopackIgnore: true */ address) as Promise<unknown>).then(
    () => {
      hasFailed = false;
    },
    () => {
      hasFailed = true;
      loading = null;
    },
  );
  return loading;
}
