/**
 * Which pages are pictured, in which state, with which name. Does not take pictures; finds things by marks that are the same in every
 * language, or by translated words.
 */
import type { Page } from "@playwright/test";
import type { Shot } from "./screenshot-camera.ts";
import type { Silent } from "./screenshot-silent.ts";
import type { Stage } from "./screenshot-stage.ts";

/** Translates a word into the language of the pictures. */
export type Say = (english: string) => string;

const NOTHING = "sluisdeur";

/** Without signing in. */
export const OUTSIDE: readonly Shot[] = [
  ["sign-in", "/sign-in"],
  [
    "sign-in-refused",
    "/sign-in",
    (page) => fillAndSend(page, { email: "nobody@portico.example", password: "niet dit" }, "[role=alert]"),
  ],
  ["first-run", "/first-run?setup=used"],
  ["forgotten", "/forgotten"],
  ["join", "/join"],
  ["new-password", "/new-password"],
  ["platform-sign-in", "/platform/sign-in"],
  ["platform-forgotten", "/platform/forgotten"],
  ["platform-new-password", "/platform/new-password"],
];

/** A new installation in which nothing was done yet. */
export const EMPTY: readonly Shot[] = [
  ["empty-overview", "/"],
  ["empty-first-steps", "/start"],
  ["empty-clouds", "/clouds"],
  ["empty-invitations", "/invitations"],
  ["empty-operations", "/operations"],
  ["empty-plans", "/plans"],
  ["empty-exports", "/exports"],
  ["empty-mailbox", "/mailbox"],
];

/** For an administrator: every page, with content. */
export function listPages(stage: Stage, say: Say): readonly Shot[] {
  const { cloud, project, model } = stage;
  return [
    ["overview", "/"],
    ["first-steps", "/start"],
    ["clouds", "/clouds"],
    ["cloud-new", "/clouds/new"],
    ["cloud-adopt", "/clouds/adopt"],
    ["cloud", cloud],
    ["cloud-people", `${cloud}/people`],
    ["cloud-settings", `${cloud}/settings`],
    ["project-new", `${cloud}/projects/new`],
    ["project-adopt", `${cloud}/projects/adopt`],
    ["project-list-new", `${cloud}/projects/lists/new`],
    ["project-list", stage.projectList],
    ["project", project],
    ["project-people", `${project}/people`],
    ["project-invite", `${project}/people/new`],
    ["project-settings", `${project}/settings`],
    ["requests", `${project}/requests`],
    ["elements", `${model}?type=IfcDoor`, hasRows],
    ["element", `${model}?type=IfcDoor`, (page) => openFirstRow(page, say)],
    ["export", `${model}?type=IfcDoor`, (page) => openExportDialog(page, say)],
    ["passport", `${model}/passport?type=IfcDoor`],
    ["sums", `${model}/sums?type=IfcDoor`],
    ["cloud-invitations", `${cloud}/invitations`],
    ["invite", `${cloud}/invitations/new`],
    ["invitation-list-new", `${cloud}/invitations/lists/new`],
    ["invitation-list", stage.invitationList],
    ["invitations", "/invitations"],
    ["invitations-projects", "/invitations?into=projects"],
    ["operations", "/operations?show=all"],
    ["operation", stage.operation],
    ["uncertain", stage.uncertain],
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
    ["people", "/applications/people"],
    ["webhooks", "/applications/webhooks"],
    ["staff", "/staff"],
    ["one-person", "/people?search=a"],
    ["removal-new", "/people/removals/new?address=nobody.has.this@example.org"],
    ["audit", "/audit"],
    ["help", "/help"],
    ["security", "/settings/security"],
    ["tokens", "/settings/tokens"],
    ["not-allowed", "/not-allowed"],
    ["not-here", "/clouds/00000000-0000-0000-0000-000000000000"],
    ["find", cloud, findProject],
  ];
}

/** For an administrator: empty pages, searches without a match, overlong words, refused forms. */
export function listStates(stage: Stage): readonly Shot[] {
  const { cloud, model } = stage;
  return [
    ["cloud-empty", stage.emptyCloud],
    ["project-empty", stage.emptyProject],
    ["clouds-nothing", `/clouds?q=${NOTHING}`],
    ["elements-nothing", `${model}?type=IfcDoor&q=${NOTHING}`],
    ["invitations-nothing", `/invitations?search=${NOTHING}`],
    ["audit-nothing", `/audit?reference=${NOTHING}`],
    ["cloud-long", stage.longCloud],
    ["cloud-new-refused", "/clouds/new", (page) => fillAndSend(page, { name: "" })],
    [
      "invite-refused",
      `${cloud}/invitations/new`,
      (page) => fillAndSend(page, { email: "m.dejong@bouwgroep oost.example" }),
    ],
    [
      "connection-new-refused",
      "/connections/new",
      (page) => fillAndSend(page, { name: "Bouwdata", baseUrl: "http://10.0.0.1/service" }),
    ],
  ];
}

/** For an administrator, while a connected service does not answer. */
export function listSilent({ connection, cloud, project }: Silent, say: Say): readonly Shot[] {
  const checkAgain = async (page: Page): Promise<void> => {
    const button = page.getByRole("button", { name: say("Check again"), exact: true });
    await button.click();
    await page.getByRole("button", { name: say("Checking") }).waitFor({ state: "hidden" });
    await button.waitFor();
  };
  return [
    ["silent-clouds", "/clouds"],
    ["silent-cloud", cloud],
    ["silent-project", project],
    ["silent-connection", connection, checkAgain],
    ["silent-overview", "/"],
  ];
}

async function hasRows(page: Page): Promise<void> {
  await page.getByRole("gridcell").first().waitFor();
}

async function openFirstRow(page: Page, say: Say): Promise<void> {
  await hasRows(page);
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("complementary", { name: say("Element") });
  await drawer.getByText(say("Attributes"), { exact: true }).first().waitFor();
}

async function openExportDialog(page: Page, say: Say): Promise<void> {
  await hasRows(page);
  await page.getByRole("button", { name: say("Choose how to export") }).click();
  await page.getByRole("menuitem", { name: say("Choose format and options") }).click();
  const forecast = page.getByRole("dialog").getByRole("region", { name: say("Loss forecast") });
  await forecast.getByRole("listitem").first().waitFor();
}

async function findProject(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("kop");
  await page
    .getByRole("option", { name: /Kopgebouw/ })
    .first()
    .waitFor();
}

/** Fills fields by name and sends with Enter; waits until the page says what is wrong. */
async function fillAndSend(
  page: Page,
  values: Readonly<Record<string, string>>,
  said = "[aria-invalid=true]",
): Promise<void> {
  const main = page.getByRole("main");
  await main.locator("button[type=submit]:enabled").first().waitFor();
  for (const [name, value] of Object.entries(values)) await main.locator(`input[name=${name}]`).fill(value);
  await main.locator(`input[name=${Object.keys(values).at(-1) ?? ""}]`).press("Enter");
  await main.locator(said).first().waitFor();
}
