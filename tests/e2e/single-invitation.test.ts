/**
 * One person invited: a doubtful address is questioned before anything is sent, the person becomes a user unless another role is chosen,
 * and the message afterwards names the address. By keyboard alone, and clean for axe in both themes and at both widths.
 */
import { db, expect, page, press, service, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const unique = `${String(Date.now())}-${String(process.pid)}`;
const cloudName = `Singel ${unique}`;
let cloudPath = "";

useStaff();

test.beforeAll(async () => {
  cloudPath = `/cloud/${String((await service.post("/cloud", { name: cloudName })).id)}`;
});

async function openInvitePage(): Promise<void> {
  await page.goto(`/clouds?q=${encodeURIComponent(cloudName)}`);
  await press(page.getByRole("link", { name: cloudName }));
  await press(page.getByRole("link", { name: "Invite people" }));
}

async function type(address: string): Promise<void> {
  const field = page.getByRole("textbox", { name: "Email address" });
  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(address);
  await page.keyboard.press("Enter");
}

async function invited(): Promise<{ email: string; role: number }[]> {
  const sent = (await service.get(`${cloudPath}/invitation`)) as { email: string; role: number }[];
  return sent.map(({ email, role }) => ({ email, role })).sort((a, b) => (a.email < b.email ? -1 : 1));
}

test("a doubtful address is kept and asked about; Enter is no answer; one press takes the proposal, one keeps what was typed", async () => {
  await openInvitePage();
  const field = page.getByRole("textbox", { name: "Email address" });
  await field.waitFor();
  await expect(page.getByRole("radio", { name: /^User/ })).toBeChecked();
  expect(await page.getByRole("radio", { name: /^Service default/ }).count()).toBe(0);

  await type("Anna <anna@gmial.com>");
  await page.getByText("gmial.com looks like gmail.com.").waitFor();
  await expect(field).toHaveValue("Anna <anna@gmial.com>");
  await expectCleanInEveryLook(page, "a question about an address");
  await type("bert@gmial.com");
  await page.getByRole("button", { name: "Send to bert@gmail.com" }).waitFor();
  expect(await invited()).toEqual([]);
  await press(page.getByRole("button", { name: "Send to bert@gmail.com" }));
  await page.getByText("The service sends the email to bert@gmail.com.").waitFor();

  await type("\u0430nna@example.org");
  await page.getByText(/mixes letters of two scripts/).waitFor();
  await press(page.getByRole("button", { name: "Send to anna@example.org" }));
  await page.getByText("The service sends the email to anna@example.org.").waitFor();

  await type("carla@gmial.com");
  await press(page.getByRole("button", { name: "Send to carla@gmial.com as typed" }));
  await page.getByText("The service sends the email to carla@gmial.com.").waitFor();
  expect(await invited()).toEqual([
    { email: "anna@example.org", role: 50 },
    { email: "bert@gmail.com", role: 50 },
    { email: "carla@gmial.com", role: 50 },
  ]);
});

test("a second email to the same person says at once what it needs, does not stand in the way of another address, and is not offered after the sixth", async () => {
  const again = page.getByRole("checkbox", { name: "Send another email" });
  const reason = page.getByRole("textbox", { name: "Reason for sending again so soon" });
  await type("carla@gmial.com");
  await again.waitFor();
  await expect(page.getByRole("alert").first()).toContainText("has not answered yet");
  await expect(again).toHaveAccessibleDescription(/An email was sent within the last/);
  await type("dora@example.org");
  await page.getByText("The service sends the email to dora@example.org.").waitFor();

  await type("carla@gmial.com");
  await press(again, "Space");
  await reason.fill("The first email went to spam.");
  await expectCleanInEveryLook(page, "a second email to the same person");
  await press(page.getByRole("button", { name: "Invite person" }));
  await page.getByText("The service sends the email to carla@gmial.com.").waitFor();
  await expect(again).toHaveCount(0);

  await db.invitation.updateMany({ where: { address: "carla@gmial.com" }, data: { mailsAsked: 6 } });
  await type("carla@gmial.com");
  await expect(page.getByRole("alert").first()).toContainText("the maximum");
  await expect(again).toHaveCount(0);
});

test("what was typed is there again after a look at another page, until it is sent", async () => {
  const email = page.getByRole("textbox", { name: "Email address" });
  const addresses = page.getByRole("textbox", { name: "Addresses" });
  await openInvitePage();
  await email.fill("gerda@example.org");
  await page.getByRole("radio", { name: /^Administrator/ }).check();
  await press(page.getByRole("link", { name: "A list" }));
  await addresses.fill("hugo@example.org\nirma@@example.org");
  await press(page.getByRole("link", { name: "One person" }));
  await expect(email).toHaveValue("gerda@example.org");
  await expect(page.getByRole("radio", { name: /^Administrator/ })).toBeChecked();
  await press(email);
  await page.getByText("The service sends the email to gerda@example.org.").waitFor();
  await expect(email).toHaveValue("");

  await press(page.getByRole("link", { name: "A list" }));
  await expect(addresses).toHaveValue("hugo@example.org\nirma@@example.org");
  await press(page.getByRole("button", { name: "Check addresses" }));
  await page.getByText("2 addresses checked").waitFor();
  await page.goBack();
  await expect(addresses).toHaveValue("");
  await press(page.getByRole("link", { name: "One person" }));
  await expect(email).toHaveValue("");
  await expect(page.getByRole("radio", { name: /^User/ })).toBeChecked();
});

test("a refused address is there again after a look at another page", async () => {
  const email = page.getByRole("textbox", { name: "Email address" });
  await type("geen adres");
  await page.getByRole("alert").first().waitFor();
  await press(page.getByRole("link", { name: "Back to the invitations" }));
  await press(page.getByRole("link", { name: "Invite people" }));
  await expect(email).toHaveValue("geen adres");
});

test("an invitation that the service refused keeps address and role, also after a look at another page", async () => {
  const email = page.getByRole("textbox", { name: "Email address" });
  const administrator = page.getByRole("radio", { name: /^Administrator/ });
  await service.delete(cloudPath);
  await administrator.check();
  await type("jaap@example.org");
  await page.getByRole("link", { name: "View operation" }).waitFor();
  await expect(email).toHaveValue("jaap@example.org");
  await expect(administrator).toBeChecked();
  await press(page.getByRole("link", { name: "A list" }));
  await page.getByRole("textbox", { name: "Addresses" }).waitFor();
  await press(page.getByRole("link", { name: "One person" }));
  await expect(email).toHaveValue("jaap@example.org");
  await expect(administrator).toBeChecked();
});
