/** Keys of the portal without a modifier. They can be switched off (WCAG 2.1.4), and are ignored while somebody types. */
import { msg } from "#lib/core/texts.ts";
export type Shortcut = { keys: string; words: string } & (
  | { href: string }
  | { act: "help" | "search" | "up" }
);

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: "?", words: msg("Show this list"), act: "help" },
  { keys: "/", words: msg("Search on this page"), act: "search" },
  { keys: "u", words: msg("Go one level up"), act: "up" },
  { keys: "g o", words: msg("Overview"), href: "/" },
  { keys: "g c", words: msg("Clouds"), href: "/clouds" },
  { keys: "g e", words: msg("Exports"), href: "/exports" },
  { keys: "g i", words: msg("Invitations"), href: "/invitations" },
  { keys: "g p", words: msg("Operations"), href: "/operations" },
  { keys: "g l", words: msg("Plans"), href: "/plans" },
  { keys: "g n", words: msg("Connections"), href: "/connections" },
];

/** The key after a "g" has to follow within this time. */
export const SEQUENCE_MS = 1_500;

/** The meaning of a key after the one before it; "more" when it only begins a sequence. */
export function readKey(key: string, before: string | null): Shortcut | "more" | null {
  const keys = before === null ? key : `${before} ${key}`;
  const found = SHORTCUTS.find((shortcut) => shortcut.keys === keys);
  if (found !== undefined) return found;
  if (before !== null) return readKey(key, null);
  return SHORTCUTS.some((shortcut) => shortcut.keys.startsWith(`${key} `)) ? "more" : null;
}

const TYPING =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=textbox]";

/** False when a key belongs to the focused element, or to a dialog over the page. */
export function isForShortcuts(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(TYPING) !== null) return false;
  return !isDialogOpen();
}

/** True while something floats over the page and takes the keys. */
export function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog][data-state=open], [role=alertdialog]") !== null;
}

const KEY = "portico.single-keys";

/** Whether keys without a modifier are on in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** Stored in this browser. */
export function setSingleKeys(isOn: boolean): void {
  try {
    window.localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // Without storage they are on again with the next page.
  }
}
