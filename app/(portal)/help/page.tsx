import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { t } from "#lib/core/texts.ts";
import { CLOUDS_TOPIC } from "./_topics/clouds.ts";
import { CONNECTIONS_TOPIC } from "./_topics/connections.ts";
import { ELEMENTS_TOPIC } from "./_topics/elements.ts";
import { FIRST_STEPS_TOPIC } from "./_topics/first-steps.ts";
import { INVITATIONS_TOPIC } from "./_topics/invitations.ts";
import { LIVE_ADDRESSES_TOPIC } from "./_topics/live-addresses.ts";
import { MAILBOX_TOPIC } from "./_topics/mailbox.ts";
import { OPERATIONS_TOPIC } from "./_topics/operations.ts";
import { PEOPLE_TOPIC } from "./_topics/people.ts";
import { SHORTCUTS_TOPIC } from "./_topics/shortcuts.ts";
import type { Topic } from "./_topics/topic.ts";

export const generateMetadata = (): Metadata => ({ title: t("Help") });

const TOPICS: readonly Topic[] = [
  FIRST_STEPS_TOPIC,
  CLOUDS_TOPIC,
  INVITATIONS_TOPIC,
  PEOPLE_TOPIC,
  MAILBOX_TOPIC,
  ELEMENTS_TOPIC,
  LIVE_ADDRESSES_TOPIC,
  OPERATIONS_TOPIC,
  CONNECTIONS_TOPIC,
  SHORTCUTS_TOPIC,
];

/** The guides for staff, all on one page, so that the browser's own search covers them. */
export default async function HelpPage(): Promise<ReactNode> {
  await requirePage("/help");
  return (
    <Page>
      <PageHead title={t("Help")} facts={[t("How Portico works, and what its words mean.")]} />
      <div className="grid max-w-[72ch] gap-8">
        <nav aria-label={t("Topics")}>
          <ul className="flex flex-wrap gap-x-4 gap-y-2 text-13">
            {TOPICS.map(({ id, title }) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {TOPICS.map((topic) => (
          <Guide key={topic.id} topic={topic} />
        ))}
      </div>
    </Page>
  );
}

function Guide({ topic: { id, title, paragraphs, points, links } }: { topic: Topic }): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16">
      <h2 id={`${id}-title`} className="mb-2 text-16">
        {t(title)}
      </h2>
      <div className="grid gap-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{t(paragraph)}</p>
        ))}
        {points.length > 0 && (
          <dl className="grid gap-x-4 gap-y-1.5 border-l border-line pl-4 sm:grid-cols-[20ch_minmax(0,1fr)]">
            {points.map(({ term, meaning }) => (
              <div key={term} className="contents">
                <dt className="font-medium max-sm:mt-1.5">{t(term)}</dt>
                <dd className="text-fg-2">{t(meaning)}</dd>
              </div>
            ))}
          </dl>
        )}
        {links.map(({ href, label }) => (
          <p key={href}>
            <Link className="link" href={href}>
              {t(label)}
            </Link>
          </p>
        ))}
      </div>
    </section>
  );
}
