import type { ReactNode } from "react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { t } from "#lib/core/texts.ts";
import { TOPIC_TITLES, type TopicId } from "../help/_topics/titles.ts";

/** A link from a page to its guide. */
export function HelpLink({ topic }: { topic: TopicId }): ReactNode {
  return (
    <Link className="link" href={`/help#${topic}`}>
      {t("Help: {topic}", { topic: t(TOPIC_TITLES[topic]) })}
    </Link>
  );
}
