import { t } from "#lib/core/texts.ts";
import type { CloudPeople } from "#lib/features/clouds/schema.ts";

/** How many members a Cloud has, as far as known. */
export function memberWords({ members, joined }: CloudPeople): string {
  return members === null
    ? t("{count, plural, one {# person joined} other {# people joined}}", { count: joined })
    : t("{count, plural, one {# member} other {# members}}", { count: members });
}
