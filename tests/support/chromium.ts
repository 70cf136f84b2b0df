/**
 * The browser of the browser tests: an installed Chromium or Chrome, else Playwright's own, else one is installed. Only `npm test` installs;
 * a single test says what is missing. Chromium's headless shell comes first, as with Playwright's own browsers: a whole Chromium without a
 * window takes twice its processor time for the same page.
 */
import { execFile, spawn } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import type { Browser } from "@playwright/test";

const NAMES = [
  "chromium-headless-shell",
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
];
const MACOS_APPS = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const INSTALL_LIMIT_MS = 10 * 60_000;

/** Path of a working browser, or null. */
export async function findChromium(): Promise<string | null> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const file of [...installed, ...MACOS_APPS, chromium.executablePath()]) {
    if (await starts(file)) return file;
  }
  return null;
}

/** Path of a working browser; installs one if there is none. @throws Error that says what to do by hand */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const found = await findChromium();
  if (found !== null) return found;
  const root = process.getuid?.() === 0;
  say("Installing Chromium (playwright install) …");
  const playwright = join(import.meta.dirname, "..", "..", "node_modules", "playwright", "cli.js");
  await attempt(process.execPath, [playwright, "install", ...(root ? ["--with-deps"] : []), "chromium"]);
  const own = await findChromium();
  if (own !== null) return own;
  if (root) {
    say("Installing Chromium (apt-get) …");
    await attempt("apt-get", ["update"]);
    for (const name of ["chromium-headless-shell", "chromium"]) {
      await attempt("apt-get", ["install", "--yes", "--no-install-recommends", name]);
      const packaged = await findChromium();
      if (packaged !== null) return packaged;
    }
  }
  throw new Error(
    "There is no Chromium for the browser tests, and it could not be installed. Install Chromium or Google Chrome with " +
      'this system\'s own means (Debian: "apt-get install chromium" as root), then run npm test again.',
  );
}

/** The browser runs as whoever runs the tests, also as root, and reaches nothing but the product. */
export const CHROMIUM_ARGUMENTS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** A running headless browser; the caller closes it. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: CHROMIUM_ARGUMENTS });
}

async function starts(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    await promisify(execFile)(file, ["--version"], { timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

/** Runs an installer to its end; searching for the browser again tells whether it worked. */
function attempt(file: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: "ignore",
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    child.once("error", () => {
      resolve();
    });
    child.once("exit", () => {
      resolve();
    });
  });
}
