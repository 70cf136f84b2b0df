import { t } from "#lib/core/texts.ts";
import type { CloudPeople } from "#lib/features/clouds/schema.ts";

/** How many people open a Cloud, as far as that is known. */
export function memberWords({ members, joined }: CloudPeople): string {
  return members === null
    ? t("{count, plural, one {# person joined} other {# people joined}}", { count: joined })
    : t("{count, plural, one {# member} other {# members}}", { count: members });
}
