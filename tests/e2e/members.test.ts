/** The people of a Cloud as staff see them: a role changed, somebody removed, both at the service at once; and who may not do so. */
import type { Page } from "@playwright/test";
import {
  db,
  expect,
  openFind,
  page,
  product,
  service,
  signInAs,
  test,
  useStaff,
} from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const run = `${Date.now()}-${process.pid}`;
const ANNA = `anna.${run}@campus-riem.example`;
const BERT = `bert.with.a.very.long.address.${run}@department-of-buildings.campus-riem.example`;
const CARLA = `carla.${run}@campus-riem.example`;

let cloud: number;

useStaff();

test.beforeAll(async () => {
  cloud = (await service.post("/cloud", { name: `Haus ${run}` })).id;
  for (const [email, role] of [
    [ANNA, 100],
    [BERT, 50],
  ] as const) {
    await db.serviceUser.create({
      data: {
        sub: crypto.randomUUID(),
        email,
        firstname: "Given",
        lastname: "Surname",
        passwordHash: "-",
        memberships: { create: { cloudId: cloud, role } },
      },
    });
  }
  await service.post(`/cloud/${String(cloud)}/invitation`, {
    email: CARLA,
    redirect_uri: `${product.origin}/platform/cloud/${String(cloud)}`,
  });
});

async function rolesAtService(): Promise<Record<string, number>> {
  const rows = await db.serviceMember.findMany({ where: { cloudId: cloud }, include: { user: true } });
  return Object.fromEntries(rows.map(({ user, role }) => [user.email, role]));
}

const rowOf = (email: string): ReturnType<Page["getByRole"]> =>
  page.getByRole("row").filter({ hasText: email });

async function choose(email: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${email}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("members and invited people are one list, found by a part of the address", async () => {
  await page.goto(`/clouds?q=${encodeURIComponent(`Haus ${run}`)}`);
  await page.getByRole("link", { name: `Haus ${run}` }).click();
  await page
    .getByRole("navigation", { name: "Cloud", exact: true })
    .getByRole("link", { name: "People" })
    .click();
  await rowOf(ANNA).getByText("Member").waitFor();
  await rowOf(BERT).getByText("User", { exact: true }).waitFor();
  await rowOf(CARLA).getByText("Invited").waitFor();
  // Head and tabs count what the pages list.
  const tabs = page.getByRole("navigation", { name: "Cloud", exact: true });
  await tabs.getByRole("link", { name: "People 3", exact: true }).waitFor();
  await tabs.getByRole("link", { name: "Invitations 1", exact: true }).waitFor();
  await page
    .getByText(/\b2\smembers\b/)
    .first()
    .waitFor();
  await expectCleanInEveryLook(page, "people of a cloud");
  await page.getByRole("searchbox", { name: "Find a person" }).fill("carla.");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await rowOf(ANNA).waitFor({ state: "detached" });
  await rowOf(CARLA).waitFor();
  await page.getByRole("link", { name: "Clear" }).click();
  await rowOf(ANNA).waitFor();
});

test("the last administrator stays until there is another; then a person is removed, and told what they lose", async () => {
  await choose(ANNA, "Remove from Cloud");
  const dialog = page.getByRole("dialog", { name: `Remove ${ANNA} from Haus ${run}` });
  await dialog.getByText("The person loses access to this Cloud and everything in it.").waitFor();
  await expectCleanInEveryLook(page, "removing a person");
  await dialog.getByRole("button", { name: "Remove person" }).click();
  await dialog.getByText(`The member ${ANNA} is the last administrator of this Cloud.`).waitFor();
  expect(await rolesAtService()).toEqual({ [ANNA]: 100, [BERT]: 50 });
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await choose(BERT, "Make administrator");
  await page.getByRole("dialog").getByRole("button", { name: "Make administrator" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(BERT).getByText("Administrator", { exact: true }).waitFor();
  expect(await rolesAtService()).toEqual({ [ANNA]: 100, [BERT]: 100 });

  await choose(ANNA, "Remove from Cloud");
  await page.getByRole("dialog").getByRole("button", { name: "Remove person" }).click();
  // While the dialog is open, nothing beside it can be reached.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(ANNA).waitFor({ state: "detached" });
  expect(await rolesAtService()).toEqual({ [BERT]: 100 });
});

test("a person is found from anywhere, and removed in four clicks", async () => {
  await page.goto("/exports");
  await openFind();
  await page.getByRole("combobox").fill(BERT.slice(0, 40));
  await page.getByRole("option", { name: new RegExp(`^${BERT}`) }).click();
  await page.getByRole("heading", { name: BERT, level: 1 }).waitFor();
  await page.getByText("member of 1 Cloud").waitFor();
  await expectCleanInEveryLook(page, "one person");
  const anna = await db.serviceUser.findUniqueOrThrow({ where: { email: ANNA } });
  await db.serviceMember.create({ data: { cloudId: cloud, userId: anna.id, role: 100 } });
  await choose(BERT, "Remove from Cloud");
  await page.getByRole("button", { name: "Remove person" }).click();
  await page.getByText("Not in any Cloud or project").waitFor();
  expect(await rolesAtService()).toEqual({ [ANNA]: 100 });
});

test("viewers see the list and nothing that changes it", async () => {
  const viewer = await (await signInAs("VIEWER")).newPage();
  await viewer.goto(`/people?address=${encodeURIComponent(ANNA)}`);
  await viewer
    .getByRole("row")
    .filter({ hasText: `Haus ${run}` })
    .waitFor();
  expect(await viewer.getByRole("button", { name: /^More for/ }).count()).toBe(0);
});

test("a person is out of all Clouds in four clicks from anywhere, and each Cloud says what became of it", async () => {
  const [one, last] = [`Haus ${run} one`, `Haus ${run} last`];
  const ids = [
    (await service.post("/cloud", { name: one })).id,
    (await service.post("/cloud", { name: last })).id,
  ] as const;
  const anna = await db.serviceUser.findUniqueOrThrow({ where: { email: ANNA } });
  const bert = await db.serviceUser.findUniqueOrThrow({ where: { email: BERT } });
  await db.serviceMember.createMany({
    data: [
      { cloudId: ids[0], userId: anna.id, role: 100 },
      { cloudId: ids[0], userId: bert.id, role: 50 },
      { cloudId: ids[1], userId: bert.id, role: 100 },
    ],
  });
  for (const name of [one, last]) {
    await page.goto(`/clouds?q=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name, exact: true }).click();
    await page
      .getByRole("navigation", { name: "Cloud", exact: true })
      .getByRole("link", { name: "People" })
      .click();
    await rowOf(BERT).waitFor();
  }

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(BERT.slice(0, 40));
  await page.getByRole("option", { name: new RegExp(`^${BERT}`) }).click();
  await page.getByRole("link", { name: "Remove from all Clouds" }).click();
  await page.getByRole("heading", { name: `Remove ${BERT} from all Clouds`, level: 1 }).waitFor();
  const rowIn = (name: string): ReturnType<Page["getByRole"]> =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await rowIn(one).getByText("Will be removed").waitFor();
  await rowIn(last).getByText("Stays: last administrator").waitFor();
  await expectCleanInEveryLook(page, "before a person is removed from all clouds");
  await page.getByRole("button", { name: "Remove from 1 Cloud" }).click();
  await page.getByRole("heading", { name: `${BERT}: no longer in 1 Cloud`, level: 1 }).waitFor();
  await rowIn(one).getByText("Removed or withdrawn", { exact: true }).waitFor();
  await expectCleanInEveryLook(page, "a person removed from all clouds");
  const left = await db.serviceMember.findMany({ where: { cloudId: { in: [...ids] } } });
  expect(left.map(({ cloudId, userId }) => [cloudId, userId])).toEqual([
    [ids[0], anna.id],
    [ids[1], bert.id],
  ]);
});
