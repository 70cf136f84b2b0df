import { t } from "#lib/core/texts.ts";
import type { PersonCounts } from "#lib/features/people/schema.ts";

/** What somebody is a member of and invited to; without what there is none of. */
export function personWords({ member, projects, invited }: PersonCounts): string[] {
  return [
    ...(member === 0
      ? []
      : [t("{count, plural, one {member of # Cloud} other {member of # Clouds}}", { count: member })]),
    ...(projects === 0
      ? []
      : [t("{count, plural, one {member of # project} other {member of # projects}}", { count: projects })]),
    ...(invited === 0
      ? []
      : [t("{count, plural, one {# pending invitation} other {# pending invitations}}", { count: invited })]),
  ];
}
