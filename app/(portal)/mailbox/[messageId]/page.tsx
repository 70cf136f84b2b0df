import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openMail } from "#app/_server/asked-once.ts";
import { requirePage, type PageProps } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Card } from "#app/_ui/primitives/card.tsx";
import { Mono } from "#app/_ui/primitives/code.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import { toFrameDocument } from "#lib/mail/frame.ts";

export const generateMetadata = (): Metadata => ({ title: t("Email") });

/** One email as its reader would see it: the HTML in a frame without script, and the plain text below. */
export default async function MailPage({ params }: PageProps<"messageId">): Promise<ReactNode> {
  const { messageId } = await params;
  const actor = await requirePage(`/mailbox/${messageId}`, "mailbox:read");
  const mail = await openMail(actor, messageId);
  if (mail === null) notFound();
  return (
    <Page
      title={mail.subject}
      facts={[
        t(
          "Only this mailbox has this email. The link in it lets anyone act for the address. Use the link for trials; do not pass it on.",
        ),
      ]}
    >
      <div className="grid gap-4">
        <Kv
          items={[
            { label: t("To"), value: mail.recipient },
            { label: t("From"), value: mail.sender },
            { label: t("Arrived"), value: <RelativeTime at={mail.at} /> },
            { label: t("Message-ID"), value: <Mono>{mail.messageId}</Mono> },
          ]}
        />
        <Card title={t("As HTML")} flush>
          <iframe
            title={t("The email as HTML")}
            className="block h-[34rem] w-full rounded-b-2 bg-white sm:h-96"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={toFrameDocument(mail.html)}
          />
        </Card>
        <Card title={t("As plain text")}>
          <pre className="font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap">
            {wrapped(mail.text)}
          </pre>
        </Card>
      </div>
    </Page>
  );
}
