/**
 * The people of a project as staff see them: invited with a role, followed, given another role, removed; by mouse, keyboard and on a phone.
 */
import type { Page } from "@playwright/test";
import { db, expect, page, service, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const run = `${Date.now()}-${process.pid}`;
const ANNA = `anna.${run}@blok-a.example`;
const BERT = `bert.with.a.very.long.address.${run}@department-of-buildings.blok-a.example`;
const CARLA = `carla.${run}@blok-a.example`;
const NAME = `Blok ${run}`;

let project: number;
/** Address of the page of its people. */
let people: string;

useStaff();

test.beforeAll(async () => {
  const cloudId = (await service.post("/cloud", { name: `Wijk ${run}` })).id;
  project = (await service.post(`/cloud/${String(cloudId)}/project`, { name: NAME })).id;
  const application = await db.serviceApplication.findFirstOrThrow({
    where: { clouds: { some: { cloudId } } },
  });
  for (const [email, role] of [
    [ANNA, 100],
    [BERT, 50],
  ] as const) {
    const user = await db.serviceUser.create({
      data: { sub: crypto.randomUUID(), email, firstname: "Given", lastname: "Surname", passwordHash: "-" },
    });
    const place = { cloudId, projectId: project, projectKey: project };
    const mail = {
      address: email,
      email,
      role,
      redirectUri: "https://platform.example",
      state: "A",
    } as const;
    const { id } = await db.serviceInvitation.create({
      data: { ...place, ...mail, applicationId: application.id },
    });
    await db.serviceProjectMember.create({ data: { id, projectId: project, userId: user.id, role } });
  }
});

async function rolesAtService(): Promise<Record<string, number>> {
  const rows = await db.serviceProjectMember.findMany({
    where: { projectId: project },
    include: { user: true },
  });
  return Object.fromEntries(rows.map(({ user, role }) => [user.email, role]));
}

const rowOf = (email: string): ReturnType<Page["getByRole"]> =>
  page.getByRole("row").filter({ hasText: email });

const tabs = (): ReturnType<Page["getByRole"]> =>
  page.getByRole("navigation", { name: "Project", exact: true });

async function choose(email: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${email}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a project has a tab with its people, beside that of its models", async () => {
  await page.goto(`/clouds?q=${encodeURIComponent(`Wijk ${run}`)}`);
  await page.getByRole("link", { name: `Wijk ${run}` }).click();
  await page.getByRole("link", { name: NAME, exact: true }).click();
  await tabs().getByRole("link", { name: "People" }).click();
  await rowOf(ANNA).getByText("Administrator", { exact: true }).waitFor();
  await rowOf(BERT).getByText("User", { exact: true }).waitFor();
  await tabs().getByRole("link", { name: "People 2", exact: true }).waitFor();
  people = new URL(page.url()).pathname;
  await expectCleanInEveryLook(page, "people of a project");
});

test("somebody is invited by keyboard, as a user unless a role is chosen, and is followed in the list", async () => {
  await page.getByRole("link", { name: "Invite people" }).click();
  await page.getByRole("heading", { name: `Invite to ${NAME}`, level: 1 }).waitFor();
  const user = page.getByRole("radio", { name: /^User/ });
  await expect(user).toBeChecked();
  await page.getByLabel("Email address").fill("carla@gmial.com");
  await page.keyboard.press("Enter");
  await page.getByText("Which address is right?").waitFor();
  await page.getByLabel("Email address").fill(CARLA);
  await user.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^Guest/ })).toBeChecked();
  await page.getByRole("button", { name: "Invite person" }).press("Enter");
  await page.getByText(`The service sends the email to ${CARLA}.`).waitFor();
  await page.getByRole("link", { name: "See the people" }).click();
  await rowOf(CARLA).getByText("Invited").waitFor();
  await rowOf(CARLA).getByText("Guest", { exact: true }).waitFor();
  const [mail] = await db.serviceInvitation.findMany({ where: { projectId: project, state: "P" } });
  expect(mail).toMatchObject({ address: CARLA, role: 25 });
});

test("an invitation that waits gets another role, without another mail", async () => {
  await choose(CARLA, "Make user");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The invitation stays valid, and no email is sent.").waitFor();
  await dialog.getByRole("button", { name: "Make user" }).click();
  await rowOf(CARLA).getByText("User", { exact: true }).waitFor();
  await choose(CARLA, "Make guest");
  await dialog.getByRole("button", { name: "Make guest" }).click();
  await rowOf(CARLA).getByText("Guest", { exact: true }).waitFor();
  const kept = await db.serviceInvitation.findMany({ where: { projectId: project, state: "P" } });
  expect(kept.map(({ address, role }) => [address, role])).toEqual([[CARLA, 25]]);
});

test("heads sort, the search keeps the order, and the file has what the page shows", async () => {
  const order = async (): Promise<string[]> =>
    (await page.getByRole("row").allTextContents()).slice(1).map((text) => text.slice(0, 4));
  const role = page.getByRole("columnheader", { name: "Role" });
  await role.getByRole("link").click();
  await page.getByRole("columnheader", { name: "Role" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  expect(await order()).toEqual(["carl", "bert", "anna"]);
  await role.getByRole("link").press("Enter");
  await page
    .getByRole("columnheader", { name: "Role" })
    .and(page.locator("[aria-sort=descending]"))
    .waitFor();
  expect(await order()).toEqual(["anna", "bert", "carl"]);
  await page.getByLabel("Show").selectOption({ label: "Members (2)" });
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.waitForURL(/show=members/);
  // The row that remains comes with the new list; that another is gone is also true of the list while it is loading.
  await rowOf(ANNA).waitFor();
  await rowOf(CARLA).waitFor({ state: "detached" });
  expect(await order()).toEqual(["anna", "bert"]);
  const file = await page.context().request.get(`${people}/csv?show=members&sort=-role&profile=programs`);
  const lines = (await file.text()).trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",")[0])).toEqual(["Address", ANNA, BERT]);
  await page.getByRole("link", { name: "Clear" }).click();
  await rowOf(CARLA).waitFor();
});

test("the last administrator stays; a role is changed and somebody removed on a phone, by keyboard", async () => {
  await choose(ANNA, "Remove from project");
  const dialog = page.getByRole("dialog", { name: `Remove ${ANNA} from ${NAME}` });
  await dialog.getByText("The person loses access to this project").waitFor();
  await expectCleanInEveryLook(page, "removing a person from a project");
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole("button", { name: "Remove person" }).click();
  await dialog.getByText(`The member ${ANNA} is the last administrator of this project.`).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  await choose(BERT, "Make guest");
  await page.getByRole("dialog").getByRole("button", { name: "Make guest" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(BERT).getByText("Guest", { exact: true }).waitFor();
  expect(await rolesAtService()).toEqual({ [ANNA]: 100, [BERT]: 25 });

  await page.getByRole("button", { name: `More for ${BERT}` }).press("Enter");
  await page.getByRole("menuitem", { name: "Remove from project" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove person" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(BERT).waitFor({ state: "detached" });
  expect(await rolesAtService()).toEqual({ [ANNA]: 100 });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("a withdrawn invitation is told with how it is known, where it is asked for", async () => {
  await choose(CARLA, "Withdraw invitation");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw invitation" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(CARLA).waitFor({ state: "detached" });
  await page.goto(`${people}?show=ended`);
  await rowOf(CARLA).getByText("Withdrawn", { exact: true }).waitFor();
  await rowOf(CARLA).getByText("the service confirmed it").waitFor();
  await expectCleanInEveryLook(page, "ended invitations of a project");
});

test("invitations into projects are in the ledger, each with its project, found by the project's name", async () => {
  await page.goto("/invitations");
  await page
    .getByRole("navigation", { name: "Clouds or projects" })
    .getByRole("link", { name: /^To projects/ })
    .click();
  await page.getByRole("textbox", { name: "Name of project or Cloud" }).fill(NAME);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await rowOf(CARLA).getByText("Withdrawn", { exact: true }).waitFor();
  await rowOf(CARLA).getByText(`project of Wijk ${run}`).waitFor();
  await expectCleanInEveryLook(page, "the ledger of projects");
  await rowOf(CARLA)
    .getByRole("link", { name: /^Invite again/ })
    .click();
  await expect(page.getByRole("textbox", { name: "Email address" })).toHaveValue(CARLA);
  await page.goto("/invitations?into=projects");
  await rowOf(CARLA).getByRole("link", { name: NAME }).click();
  await tabs()
    .getByRole("link", { name: /^People/ })
    .waitFor();
});

test("a person's page has their projects, and a removal from all Clouds, offered only to members of one, says which stay", async () => {
  await page.goto(`/people?address=${encodeURIComponent(ANNA)}`);
  await page.getByText("member of 1 project").waitFor();
  await page.getByRole("link", { name: NAME, exact: true }).waitFor();
  await expectCleanInEveryLook(page, "one person in a project");
  // In no Cloud, so that there is nothing to remove her from; whoever has the address of the page is told so.
  await expect(page.getByRole("link", { name: "Remove from all Clouds" })).toHaveCount(0);
  await page.goto(`/people/removals/new?address=${encodeURIComponent(ANNA)}`);
  await page.getByText("1 project stays as it is.").waitFor();
  await expectCleanInEveryLook(page, "out of all Clouds, but in a project");
});
