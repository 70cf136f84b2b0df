/** Somebody who is invited to one project of a Cloud: from the email to this project, and to nothing else of the Cloud. */
import { browser, expect, product, service, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";
import { readMailedLink } from "#tests/support/mailed-link.ts";
import { createAccount } from "#tests/support/portal-steps.ts";

const unique = `${String(Date.now())}-${String(process.pid)}`;

useStaff();

test("a guest opens the mail, accepts, and sees this project and no other", async () => {
  const email = `guest.${unique}@bouwgroep-oost.example`;
  const cloudName = `Oostenburg ${unique}`;
  const cloud = await service.post("/cloud", { name: cloudName });
  const path = `/cloud/${String(cloud.id)}/project`;
  await service.post(path, { name: "Secret tower" });
  const project = await service.post(path, { name: `Quay wall ${unique}` });
  const landing = `${product.origin}/platform/cloud/${String(cloud.id)}?project=${String(project.id)}`;
  const body = { email, redirect_uri: landing, role: 25 };
  await service.post(`${path}/${String(project.id)}/invitation`, body);

  const name = `Quay wall ${unique}`;
  const link = await readMailedLink(product, { name }, email);
  const page = await (await browser.newContext({ baseURL: product.origin })).newPage();
  await page.goto(link);
  await page.getByRole("heading", { name: `Join ${name}`, level: 1 }).waitFor();
  await createAccount(page, ["Noor", "Jansen"], "kranen boven de haven");
  const card = page.getByRole("region", { name: `Invitation to ${name}` });
  await card.getByText(`asks you to work on this project of the Cloud ${cloudName}.`).waitFor();
  await card.getByText("guest: you see the project’s models").waitFor();
  await expectCleanInEveryLook(page, "an invitation to a project");
  await card.getByRole("button", { name: "Accept" }).click();

  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
  await page.getByText("as member of single projects").waitFor();
  await page.getByRole("heading", { name: `Models of ${name}` }).waitFor();
  expect(await page.getByRole("main").innerText()).not.toContain("Secret tower");
  expect(await page.getByRole("heading", { name: "People" }).count()).toBe(0);
  await expectCleanInEveryLook(page, "a Cloud as a guest of a project sees it");
  await page.goto("/platform");
  await page.getByRole("row").filter({ hasText: cloudName }).getByText("member of single projects").waitFor();
  await expectCleanInEveryLook(page, "the Clouds of a guest");
  await page.goto(landing);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.context().close();
});
