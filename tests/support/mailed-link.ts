/** Links in the emails of the built-in mailbox, read from its table. main-way.test.ts and staff.test.ts find theirs on its pages. */
import { openDb } from "./connected.ts";
import type { ProductAccess } from "./product.ts";
import { until } from "./until.ts";

/**
 * The address behind the button of the email to this person whose subject contains `name`.
 * @throws Error when there is no such email, or more than one
 */
export async function readMailedLink(
  product: Pick<ProductAccess, "databaseUrl">,
  { name }: { name: string },
  recipient: string,
): Promise<string> {
  await using db = openDb(product.databaseUrl);
  const [mail, ...more] = await until(`mail for ${recipient}`, async () => {
    const found = await db.mailboxMessage.findMany({
      where: { recipient, subject: { contains: name } },
      select: { html: true },
    });
    return found.length > 0 && found;
  });
  if (more.length > 0) throw new Error(`There are ${String(more.length + 1)} emails for ${recipient}.`);
  return /<a\b[^>]*\bhref="([^"]*)"/.exec(mail?.html ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
}
