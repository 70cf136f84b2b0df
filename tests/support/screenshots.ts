/**
 * npm run screenshots: pictures of every page of a running product, 1280 and 390 px wide, light and dark, for README and docs. It starts a
 * product of its own and removes it afterwards.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { findChromium, launchChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";
import { fillStage, type Stage } from "./screenshot-stage.ts";
import { signInStaff } from "./sign-in.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "screenshots");
const LOOKS = [
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 1280, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;
/** Small files: a picture shows how a page looks, not its every point. */
const QUALITY = 62;

type Named = readonly [name: string, path: string];

const OUTSIDE: readonly Named[] = [
  ["sign-in", "/sign-in"],
  ["first-run", "/first-run?setup=used"],
  ["forgotten", "/forgotten"],
  ["join", "/join"],
  ["new-password", "/new-password"],
  ["platform-sign-in", "/platform/sign-in"],
];

function listInside(stage: Stage): readonly Named[] {
  const { cloud, project, model } = stage;
  return [
    ["overview", "/"],
    ["first-steps", "/start"],
    ["clouds", "/clouds"],
    ["cloud-new", "/clouds/new"],
    ["cloud-adopt", "/clouds/adopt"],
    ["cloud", cloud],
    ["cloud-settings", `${cloud}/settings`],
    ["project-new", `${cloud}/projects/new`],
    ["project-adopt", `${cloud}/projects/adopt`],
    ["project-list-new", `${cloud}/projects/lists/new`],
    ["project-list", stage.projectList],
    ["project", project],
    ["project-settings", `${project}/settings`],
    ["elements", `${model}?type=IfcDoor`],
    ["passport", `${model}/passport?type=IfcDoor`],
    ["cloud-invitations", `${cloud}/invitations`],
    ["invite", `${cloud}/invitations/new`],
    ["invitation-list-new", `${cloud}/invitations/lists/new`],
    ["invitation-list", stage.invitationList],
    ["invitations", "/invitations"],
    ["operations", "/operations?show=all"],
    ["operation", stage.operation],
    ["plans", "/plans"],
    ["plan-new", "/plans/new"],
    ["plan", stage.plan],
    ["exports", "/exports"],
    ["bulk-exports", "/exports/bulk"],
    ["connections", "/connections"],
    ["connection", stage.connection],
    ["connection-edit", `${stage.connection}/edit`],
    ["connection-new", "/connections/new"],
    ["mailbox", "/mailbox"],
    ["mail", stage.mail],
    ["applications", "/applications"],
    ["application", "/applications/1"],
    ["application-new", "/applications/new"],
    ["webhooks", "/applications/webhooks"],
    ["staff", "/staff"],
    ["audit", "/audit"],
    ["security", "/settings/security"],
    ["tokens", "/settings/tokens"],
    ["not-here", "/clouds/00000000-0000-0000-0000-000000000000"],
  ];
}

const executablePath = await findChromium();
if (executablePath === null) throw new Error('There is no Chromium on this machine. "npm test" installs it.');
const product = await startProduct();
const { access } = product;
const browser = await launchChromium(executablePath);
try {
  const stage = await fillStage(browser, access);
  const inside = listInside(stage);
  await mkdir(FOLDER, { recursive: true });
  for (const file of await readdir(FOLDER)) {
    if (/\.(?:png|webp)$/.test(file)) await rm(join(FOLDER, file));
  }
  await Promise.all(LOOKS.map((look) => shootAll(browser, inside, look, stage)));
  await writeFile(
    join(FOLDER, "README.md"),
    listPictures([
      ...OUTSIDE,
      ...inside,
      ...stage.visitors.flatMap(({ pages }) => pages),
      ["platform", ""],
      ["find", ""],
    ]),
  );
} finally {
  await browser.close();
  await product.remove();
}

async function shootAll(
  browser: Browser,
  inside: readonly Named[],
  look: (typeof LOOKS)[number],
  stage: Stage,
): Promise<void> {
  const { width, height, colorScheme } = look;
  const options = { baseURL: access.origin, viewport: { width, height }, colorScheme };
  const save = async (page: Page, name: string): Promise<void> => {
    await still(page);
    const file = join(FOLDER, `${name}-${String(width)}-${colorScheme}.webp`);
    await writeFile(file, await toWebp(page));
  };
  const shoot = async (context: BrowserContext, pages: readonly Named[]): Promise<Page> => {
    const page = await context.newPage();
    for (const [name, path] of pages) {
      await page.goto(path);
      await settle(page);
      await save(page, name);
    }
    return page;
  };
  const stranger = await browser.newContext(options);
  await shoot(stranger, [...OUTSIDE, ["platform", stage.invitationLink]]);
  await stranger.close();
  for (const { state, pages } of stage.visitors) {
    const theirs = await browser.newContext({ ...options, storageState: state });
    await shoot(theirs, pages);
    await theirs.close();
  }
  const staff = await signInStaff(browser, access, options);
  const page = await shoot(staff, inside);
  await page.goto(stage.cloud);
  await settle(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("kop");
  await page
    .getByRole("option", { name: /Kopgebouw/ })
    .first()
    .waitFor();
  await save(page, "find");
  await staff.close();
}

/** The page as it stays: its heading is there, and nothing of it is still loading. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator(".sk:visible").first().waitFor({ state: "hidden" });
  if (page.url().includes("type=IfcDoor") && !page.url().includes("passport")) {
    await page.getByRole("gridcell").first().waitFor();
  }
}

/** Waits for what moves to its end; what turns for ever has none. */
async function still(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function toWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  return Buffer.from(data, "base64");
}

function listPictures(pages: readonly Named[]): string {
  const rows = pages.map(([name]) => {
    const links = LOOKS.map(({ width, colorScheme }) => {
      const label = `${String(width)} ${colorScheme}`;
      return `[${label}](${name}-${String(width)}-${colorScheme}.webp)`;
    });
    return `- ${name}: ${links.join(", ")}`;
  });
  return `# Pictures of every page\n\nMade by \`npm run screenshots\` from a running product with a real model in it.\n\n${rows.join("\n")}\n`;
}
