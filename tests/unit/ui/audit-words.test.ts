import { expect, test } from "vitest";
import { actOf } from "#app/(portal)/_components/audit-words.ts";
import type { AuditRow } from "#lib/features/audit/schema.ts";

test("an entry is about what had a name, or about so many at once", () => {
  const found = (after: AuditRow["after"]): string => actOf({ action: "cloud.adopt", before: null, after });
  expect(found({ name: "Kanaalzone Noord", count: 2 })).toBe("found Cloud “Kanaalzone Noord”");
  expect(found({ serviceIds: [1], count: 1 })).toBe("found 1 Cloud");
  expect(found({ serviceIds: [1, 2], count: 1234 })).toBe("found 1\u2009234 Clouds");
  expect(found(null)).toBe("found Cloud");
  expect(actOf({ action: "cloud.delete", before: { name: "Blok C" }, after: null })).toBe(
    "deleted Cloud “Blok C”",
  );
  expect(actOf({ action: "invitation.observe", before: null, after: { changes: [] } })).toBe(
    "checked the invitations of",
  );
});
