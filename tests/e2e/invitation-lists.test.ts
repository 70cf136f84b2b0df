/**
 * Many people invited at once and followed in the ledger, by keyboard alone: verdicts with their remedies, one mail for each good
 * address, the result as a file, a reminder with its reason. Clean for axe in both themes and at both widths on the way.
 */
import { db, downloaded, expect, page, press, service, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const unique = `${String(Date.now())}-${String(process.pid)}`;
const cloudName = `Kanaalzone ${unique}`;
let cloudPath = "";

useStaff();

test.beforeAll(async () => {
  cloudPath = `/cloud/${String((await service.post("/cloud", { name: cloudName })).id)}`;
});

/** Everybody in the list gets another role, before anything is sent. */
async function changeRole(to: string, said: string): Promise<void> {
  await press(page.getByRole("button", { name: "Change role" }));
  const dialog = page.getByRole("dialog");
  await press(dialog.getByRole("radio", { name: new RegExp(`^${to}`) }), "Space");
  await press(dialog.getByRole("button", { name: "Save role" }));
  await page.getByText(said).waitFor();
}

test("a list is judged, remedied, sent and followed, by keyboard", async () => {
  await page.goto(`/clouds?q=${encodeURIComponent(cloudName)}`);
  await press(page.getByRole("link", { name: cloudName }));
  await press(page.getByRole("link", { name: "Invite people" }));
  await press(page.getByRole("link", { name: "A list" }));
  await page.getByRole("textbox", { name: "Addresses" }).focus();
  await page.keyboard.insertText(
    "Ria Bakker <r.bakker@bouwgroep-oost.example>; j.visser@bouwgroep-oost.example\n" +
      "p.vandam@gmial.com\na.jansen@@havenstad.example\nR.Bakker@bouwgroep-oost.example",
  );
  await expect(page.getByRole("radio", { name: /^User/ })).toBeChecked();
  expect(await page.getByRole("radio", { name: /^Service default/ }).count()).toBe(0);
  await press(page.getByRole("button", { name: "Check addresses" }));
  await page.getByText("5 addresses checked").waitFor();
  await page.getByText("Invited people become users.").waitFor();
  await changeRole("Administrator", "Invited people become administrators.");
  await changeRole("User", "Invited people become users.");
  await page.getByText("Duplicate of line 1.").waitFor();
  await page.getByText("There are several @ signs, at characters 9 and 10.").waitFor();
  await expectCleanInEveryLook(page, "a list that was judged");
  await press(page.getByRole("button", { name: /^Use gmail\.com/ }));
  await page.getByRole("link", { name: "Held back 2" }).waitFor();
  await press(page.getByRole("button", { name: "Edit a.jansen@@havenstad.example" }));
  const corrected = page.getByLabel("Email address");
  await expect(corrected).toHaveValue("a.jansen@havenstad.example");
  await press(corrected);
  await press(page.getByRole("button", { name: "Invite 4 people" }));
  await page.getByRole("heading", { name: "Invited 4 people", level: 1 }).waitFor();
  await page.getByText("4 of 4 done").waitFor();
  await expectCleanInEveryLook(page, "a list that was sent");

  const pending = (await service.get(`${cloudPath}/invitation`)) as { email: string; role: number }[];
  expect(pending.map(({ role }) => role)).toEqual([50, 50, 50, 50]);
  expect(pending.map(({ email }) => email).sort()).toEqual([
    "a.jansen@havenstad.example",
    "j.visser@bouwgroep-oost.example",
    "p.vandam@gmail.com",
    "r.bakker@bouwgroep-oost.example",
  ]);
  const { bytes } = await downloaded(() => press(page.getByRole("link", { name: "Download the result" })));
  const lines = bytes.toString().trimEnd().split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines.filter((line) => line.includes(";Sent;"))).toHaveLength(4);

  await press(page.getByRole("link", { name: "Invitations", exact: true }).last());
  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
});

test("any row is edited in place, and several are fixed at once; what was typed stays after a refusal", async () => {
  const cloud = await db.cloud.findFirstOrThrow({ where: { name: cloudName } });
  await page.goto(`/clouds/${cloud.id}/invitations/lists/new`);
  await page
    .getByRole("textbox", { name: "Addresses" })
    .fill("one@gmial.com\ntwo@gmial.com\nthree@havenstad.example\nfour@havenstad.example\nnobody");
  await page.getByRole("button", { name: "Check addresses" }).click();
  await page.getByText("5 addresses checked").waitFor();
  await page.getByRole("link", { name: /^All 5/ }).click();
  const row = (address: string) => page.getByRole("row").filter({ hasText: address });
  await row("three@havenstad.example").getByText("Ready", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Edit three@havenstad.example" }).click();
  const dialog = page.getByRole("dialog");
  const address = dialog.getByLabel("Email address");
  await address.fill("three@havenstad");
  await dialog.getByRole("button", { name: "Use this address" }).click();
  await dialog.getByText("The row was not changed.").waitFor();
  await expect(address).toHaveValue("three@havenstad");
  await address.fill("drei@havenstad.example");
  await dialog.getByRole("button", { name: "Use this address" }).click();
  await row("drei@havenstad.example").getByText("line 3: three@havenstad.example").waitFor();

  const form = page.getByRole("form", { name: "One fix for several rows" });
  const change = form.getByRole("button", { name: "Change rows" });
  await form.getByLabel("Fix", { exact: true }).selectOption("Use the suggested address");
  await form.getByLabel("Rows", { exact: true }).selectOption("All “Look-alike domain” (2)");
  await change.click();
  await form.getByText("2 rows changed.").waitFor();
  await row("two@gmail.com").getByText("Ready", { exact: true }).waitFor();
  await form.getByLabel("Rows", { exact: true }).selectOption("Selected rows");
  await form.getByLabel("Fix", { exact: true }).selectOption("Change the domain");
  await form.getByLabel("Domain").fill("werft.example");
  await row("drei@havenstad.example").getByRole("checkbox").check();
  await row("four@havenstad.example").getByRole("checkbox").check();
  await change.click();
  await row("drei@werft.example").getByText("Ready", { exact: true }).waitFor();
  await row("four@werft.example").getByText("Ready", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Invite 4 people" }).waitFor();
  await page.getByRole("button", { name: "Discard the list" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard the list" }).click();
  await page.getByRole("heading", { name: cloudName, level: 1 }).waitFor();
});

test("a paused list tells how the mail ends that was under way, without a reload", async () => {
  const row = await db.invitationRunRow.findFirstOrThrow({
    where: { run: { cloud: { name: cloudName } }, address: "p.vandam@gmail.com" },
    include: { run: true },
  });
  const { operationId, runId, run } = row;
  const setState = (state: "DONE" | "SENDING"): Promise<unknown> =>
    db.operation.updateMany({ where: { id: operationId ?? "" }, data: { state } });
  await setState("SENDING");
  await db.invitationRun.update({ where: { id: runId }, data: { state: "PAUSED" } });
  await page.goto(`/clouds/${run.cloudId}/invitations/lists/${runId}`);
  await page.getByText("3 of 4 done").waitFor();
  await setState("DONE");
  await page.getByText("4 of 4 done").waitFor();
  await db.invitationRun.update({ where: { id: runId }, data: { state: "ENDED" } });
});

test("the ledger: found, reminded with a reason, taken back, erased, by keyboard", async () => {
  await page.goto("/invitations");
  await page.getByRole("searchbox", { name: "Find an address" }).focus();
  await page.keyboard.insertText("j.visser@bouwgroep-oost.example");
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=j\.visser/);
  await page.getByRole("textbox", { name: "Cloud’s name or number" }).focus();
  await page.keyboard.insertText(cloudName.toUpperCase());
  await press(page.getByRole("button", { name: "Find", exact: true }));
  await page.waitForURL(/cloud=./);
  await press(page.getByRole("button", { name: /^Remind/ }));
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByLabel("Reason for sending again so soon");
  await reason.focus();
  await page.keyboard.insertText("short");
  await page.keyboard.press("Enter");
  await dialog.getByText(/An email was sent within the last 24\shours\. Wait until/).waitFor();
  await reason.focus();
  await page.keyboard.insertText("er than the mail, which was deleted.");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("status").filter({ hasText: "Email sent j.visser@bouwgroep-oost.example" }).waitFor();
  await page.getByText("2 emails", { exact: true }).waitFor();

  const more = page.getByRole("button", { name: /^More for/ });
  await press(more);
  await press(page.getByRole("menuitem", { name: "Withdraw invitation" }));
  await press(dialog.getByRole("button", { name: "Withdraw invitation" }));
  await page.getByText("Withdrawn by").waitFor();
  await press(more);
  await press(page.getByRole("menuitem", { name: "Erase the address" }));
  await press(dialog.getByRole("button", { name: "Erase the address" }));
  await page.getByText("No matching invitations").waitFor();
});
