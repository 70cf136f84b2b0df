import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { t } from "#lib/core/texts.ts";
import { CLOUDS_AND_PEOPLE } from "./_topics/clouds-and-people.ts";
import { ELEMENTS_AND_SERVICES } from "./_topics/elements-and-services.ts";
import { TOPIC_TITLES, type TopicId } from "./_topics/titles.ts";
import type { Topic } from "./_topics/topic.ts";

export const generateMetadata = (): Metadata => ({ title: t("Help") });

const TOPICS: Readonly<Record<TopicId, Topic>> = { ...CLOUDS_AND_PEOPLE, ...ELEMENTS_AND_SERVICES };
const IDS = Object.keys(TOPIC_TITLES) as TopicId[];

/** The guides for staff, all on one page, so that the browser's own search covers them. */
export default async function HelpPage(): Promise<ReactNode> {
  await requirePage("/help");
  return (
    <Page title={t("Help")} facts={[t("How Portico works, and what its words mean.")]}>
      <div className="grid max-w-[72ch] gap-8">
        <nav aria-label={t("Topics")}>
          <ul className="flex flex-wrap gap-x-4 gap-y-2 text-13">
            {IDS.map((id) => (
              <li key={id}>
                <a className="link" href={`#${id}`}>
                  {t(TOPIC_TITLES[id])}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {IDS.map((id) => (
          <Guide key={id} id={id} topic={TOPICS[id]} />
        ))}
      </div>
    </Page>
  );
}

function Guide({ id, topic: { paragraphs, points, links } }: { id: TopicId; topic: Topic }): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16">
      <h2 id={`${id}-title`} className="mb-2 text-16">
        {t(TOPIC_TITLES[id])}
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
