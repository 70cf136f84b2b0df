import { Inbox, Mail } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { marked } from "#app/_ui/marked.ts";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { isId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { getDb } from "#lib/db/client.ts";
import { listMailbox } from "#lib/mail/mailbox.ts";

export const generateMetadata = (): Metadata => ({ title: t("Mailbox") });

const PAGE_SIZE = 50;

/** Emails of the built-in service in place of a mail server: none of them leaves this machine. */
export default async function MailboxPage({ searchParams }: PageProps): Promise<ReactNode> {
  const actor = await requirePage("/mailbox", "mailbox:read");
  const { before } = await searchParams;
  const from = typeof before === "string" && isId(before) ? { before } : {};
  const found = await listMailbox(getDb(), {
    ...from,
    take: PAGE_SIZE + 1,
    withStaff: isAllowed(actor, "staff:manage"),
  });
  const mails = found.slice(0, PAGE_SIZE);
  const last = mails.at(-1);
  return (
    <Page
      title={t("Mailbox")}
      facts={[t("No mail server is set up. Emails stay here and reach nobody outside.")]}
    >
      {mails.length === 0 ? (
        <Blank
          icon={<Inbox aria-hidden />}
          title={before === undefined ? t("No email yet") : t("No older email")}
        >
          {t("When somebody is invited into a Cloud of the built-in service, the email arrives here.")}
        </Blank>
      ) : (
        <DataTable
          label={t("Email")}
          rows={mails}
          rowKey={(mail) => mail.id}
          columns={[
            {
              head: t("To and subject"),
              grow: true,
              cell: (mail) => (
                <>
                  <Link className="link" href={`/mailbox/${mail.id}`}>
                    {mail.subject}
                  </Link>
                  <small>{marked(mail.recipient)}</small>
                </>
              ),
            },
            {
              head: t("State"),
              cell: (mail) =>
                mail.seenAt === null ? (
                  <State tone="warn" icon={<Mail aria-hidden />}>
                    {t("New")}
                  </State>
                ) : (
                  <State tone="ok">{t("Opened")}</State>
                ),
            },
            { head: t("Arrived"), end: true, cell: (mail) => <RelativeTime at={mail.at} /> },
          ]}
        />
      )}
      {found.length > PAGE_SIZE && last !== undefined && (
        <div className="mt-3">
          <LinkButton href={`/mailbox?before=${last.id}`}>{t("Older email")}</LinkButton>
        </div>
      )}
    </Page>
  );
}
