/**
 * The ledger and the audit in a browser: what distinguishes rows, heads that sort, one line for each action. Rows are inserted into the
 * registry by hand, because the relevant times are weeks apart.
 */
import { newId } from "#lib/core/ids.ts";
import { db, expect, page, product, test, useStaff } from "#tests/support/browser.ts";
import { expectCleanInEveryLook } from "#tests/support/looks.ts";

const stamp = newId().slice(0, 8);
const PERSON = `m.dejong.${stamp}@bouwgroep-oost.example`;
const HOUR_MS = 3_600_000;

const clouds: string[] = [];

/** Two Clouds with the same name, the same person in both, and further people; `hours`: how many hours ago they were invited. */
const ROWS = [
  { cloud: 0, email: PERSON, role: 100, mailsAsked: 3, hours: 500, lastMail: 20, seen: null },
  { cloud: 1, email: PERSON, role: 50, mailsAsked: 1, hours: 300, lastMail: 300, seen: 299 },
  {
    cloud: 0,
    email: `a.huber.${stamp}@campus.example`,
    role: 50,
    mailsAsked: 1,
    hours: 2,
    lastMail: 2,
    seen: null,
  },
  {
    cloud: 1,
    email: `z.novak.${stamp}@campus.example`,
    role: null,
    mailsAsked: 2,
    hours: 90,
    lastMail: 3,
    seen: 2,
  },
];

useStaff();

test.beforeAll(async () => {
  const { id: connectionId } = await db.connection.findFirstOrThrow({ where: { kind: "BUILTIN" } });
  const { id: createdById } = await db.staff.findFirstOrThrow({ where: { email: product.adminEmail } });
  const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
  for (const n of [0, 1]) {
    const serviceId = 880_000_000n + BigInt(Date.now() % 10_000_000) * 2n + BigInt(n);
    const name = `Kanaalzone ${stamp}`;
    const cloud = { id: newId(), connectionId, serviceId, name, sortName: name.toLowerCase() };
    await db.cloud.create({ data: cloud });
    clouds.push(cloud.id);
  }
  for (const { cloud, email, role, mailsAsked, hours, lastMail, seen } of ROWS)
    await db.invitation.create({
      data: {
        id: newId(),
        cloudId: clouds[cloud] ?? "",
        address: email,
        email,
        role,
        mailsAsked,
        redirectUri: "http://localhost/platform/cloud/1",
        state: "WAITING",
        evidence:
          "The service accepted the invitation and sends the email. Whether the email arrived is not known.",
        stateSince: ago(hours),
        createdAt: ago(hours),
        lastMailAt: ago(lastMail),
        mailSeenAt: seen === null ? null : ago(seen),
        createdById,
      },
    });
});

test.afterAll(async () => {
  await db.invitation.deleteMany({ where: { cloudId: { in: clouds } } });
  await db.cloud.deleteMany({ where: { id: { in: clouds } } });
});

const rows = () => page.getByRole("table", { name: "Invitations" }).getByRole("row");

async function numberOf(cloud: number): Promise<string> {
  const { serviceId } = await db.cloud.findUniqueOrThrow({ where: { id: clouds[cloud] ?? "" } });
  return String(serviceId);
}

test("rows of one person in two Clouds of one name differ: number, role, mails, who invited", async () => {
  await page.goto(`/invitations?search=${stamp}&sort=oldest`);
  await rows().nth(4).waitFor();
  const [first, second] = [await rows().nth(1).innerText(), await rows().nth(2).innerText()];
  for (const text of [first, second]) expect(text).toContain(PERSON);
  expect(first).toContain(await numberOf(0));
  expect(second).toContain(await numberOf(1));
  expect(first).toMatch(/Administrator[^]*taken by the service, arrival not known[^]*3\semails[^]*by Ada/i);
  expect(second).toMatch(/User[^]*in the built-in mailbox/);
  expect(second).not.toContain("emails");
  await expectCleanInEveryLook(page, "the ledger");
});

test("heads of the ledger sort in both directions, keep what was asked for, and stand in the address; at 390 px too", async () => {
  await page.goto(`/invitations?search=${stamp}&state=WAITING`);
  const head = (name: string) => rows().first().getByRole("link", { name, exact: true });
  const order = async (): Promise<string[]> => {
    const texts = await rows().allInnerTexts();
    return texts.slice(1).map((text) => (text.includes(PERSON) ? "m" : text.trim().charAt(0)));
  };
  await rows().nth(4).waitFor();
  expect(await order()).toEqual(["a", "z", "m", "m"]);
  await head("Address").click();
  await expect.poll(order).toEqual(["a", "m", "m", "z"]);
  await page.locator('th[aria-sort="ascending"]').getByRole("link", { name: "Address" }).click();
  await expect.poll(order).toEqual(["z", "m", "m", "a"]);
  const address = new URL(page.url()).searchParams;
  expect([address.get("search"), address.get("state"), address.get("sort")]).toEqual([
    stamp,
    "WAITING",
    "-address",
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await head("Invited").click();
  await expect.poll(order).toEqual(["a", "z", "m", "m"]);
  await head("Since").click();
  await page.locator('th[aria-sort="descending"]').getByRole("link", { name: "Since" }).click();
  await expect.poll(order).toEqual(["m", "m", "z", "a"]);
  // A new search keeps the order.
  await page.getByRole("searchbox", { name: "Find an address" }).fill(`campus`);
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=campus/);
  expect(new URL(page.url()).searchParams.get("sort")).toBe("since");
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("an action is one line of the audit, its steps are inside, and all its rows are one press away", async () => {
  const name = `One line ${stamp}`;
  await page.goto("/clouds/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("button", { name: "Create Cloud" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.goto("/audit?action=cloud.create");
  const lines = page.getByRole("table", { name: "Audit" }).getByRole("row").filter({ hasText: name });
  await lines.first().waitFor();
  await expect(lines).toHaveCount(1);
  await lines.getByText("2 steps").click();
  await expect(lines.getByRole("listitem")).toHaveCount(2);
  await expectCleanInEveryLook(page, "an action of the audit with its steps");
  await lines.getByRole("link", { name: "All 2 rows of this action" }).click();
  await page.waitForURL(/reference=/);
  await expect(page.getByRole("table", { name: "Audit" }).getByRole("row")).toHaveCount(3);
});

test("what was asked of a service is folded away at the end of the pages of other things", async () => {
  await page.goto("/connections");
  await page.getByRole("list", { name: "Connections" }).getByRole("link").first().click();
  const fold = page.getByText("For developers: requests to the service");
  await fold.waitFor();
  const requests = page.getByRole("heading", { name: "Requests to the service" });
  await expect(requests).toBeHidden();
  await fold.click();
  await requests.waitFor();
});
