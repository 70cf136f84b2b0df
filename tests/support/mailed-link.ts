/** Links in emails, as staff find them in the built-in mailbox. */
import type { BrowserContext } from "@playwright/test";
import { until } from "./until.ts";

/** The address behind the button of the email to this person whose subject contains `name`. */
export async function readMailedLink(
  staff: BrowserContext,
  { name }: { name: string },
  recipient: string,
): Promise<string> {
  const page = await staff.newPage();
  const mail = page.getByRole("row").filter({ hasText: recipient }).getByRole("link", { name });
  await until(`mail for ${recipient}`, async () => {
    await page.goto("/mailbox");
    return mail.isVisible();
  });
  await mail.click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const link = await page.frameLocator("iframe").getByRole("link").first().getAttribute("href");
  await page.close();
  return link ?? "";
}
