/**
 * Browsers that have signed in to an account before, recognised by a signed cookie (OWASP "device cookies"): their tries are counted
 * separately, so that guessing from elsewhere never locks the owner out. The cookie grants no access and names no account.
 *
 * Written as `<id of the browser>.<expiry>.<signature>…`, one expiry (seconds since 1970) and signature for each account, the latest first.
 */
import { createHmac, randomBytes } from "node:crypto";
import { now } from "../clock.ts";
import { deriveKey } from "../crypto-box.ts";
import { constantTimeEqual } from "../ids.ts";

/** Staff of the portal and invited people of the platform have different accounts, even with the same address. */
export type Realm = "staff" | "platform";

export const KNOWN_BROWSER_SECONDS = 180 * 24 * 3600;
/** The most accounts of one browser: more people than share a computer. */
const ACCOUNTS_MAX = 5;
const COOKIE = /^([\w-]{22})((?:\.\d{1,12}\.[\w-]{43}){1,5})$/;

type Entry = { expiry: string; signature: string };
type Browser = { id: string; entries: Entry[] };

/** The browser's id, if its cookie proves a recent sign-in to this account; otherwise null. */
export function findKnownBrowser(cookie: string, realm: Realm, address: string): string | null {
  const browser = read(cookie);
  return browser?.entries.some((entry) => isOf(entry, browser.id, realm, address)) === true
    ? browser.id
    : null;
}

/** The cookie for a browser that has just signed in to this account; the browser's other accounts stay in it. */
export function rememberBrowser(cookie: string, realm: Realm, address: string): string {
  const known = read(cookie);
  const id = known?.id ?? randomBytes(16).toString("base64url");
  const others = (known?.entries ?? []).filter((entry) => !isOf(entry, id, realm, address));
  const expiry = String(seconds() + KNOWN_BROWSER_SECONDS);
  const entries = [{ expiry, signature: sign(id, realm, address, expiry) }, ...others];
  return [id, ...entries.slice(0, ACCOUNTS_MAX).flatMap((entry) => [entry.expiry, entry.signature])].join(
    ".",
  );
}

function read(cookie: string): Browser | null {
  const [, id, rest] = COOKIE.exec(cookie) ?? [];
  if (id === undefined || rest === undefined) return null;
  const entries = Array.from(rest.matchAll(/\.(\d+)\.([\w-]+)/g), ([, expiry = "", signature = ""]) => ({
    expiry,
    signature,
  }));
  return { id, entries: entries.filter(({ expiry }) => Number(expiry) > seconds()) };
}

function isOf({ expiry, signature }: Entry, id: string, realm: Realm, address: string): boolean {
  return constantTimeEqual(signature, sign(id, realm, address, expiry));
}

function sign(...said: string[]): string {
  return createHmac("sha256", deriveKey("known-browser")).update(JSON.stringify(said)).digest("base64url");
}

function seconds(): number {
  return Math.floor(now().getTime() / 1000);
}
