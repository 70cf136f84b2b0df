/** Where staff find a page in the frame. */
import { expect, test } from "vitest";
import { listPlaces } from "#app/_shell/frame/portal-places.tsx";
import { CLOUDS_AND_PEOPLE } from "#app/(portal)/help/_topics/clouds-and-people.ts";

const actor = { staffId: "0199e6a4-0000-7000-8000-000000000001", name: "Vera", requestId: "one" } as const;

test("everybody finds the page of one person in all Clouds in the menu, after the invitations", () => {
  for (const role of ["VIEWER", "OPERATOR", "ADMINISTRATOR"] as const) {
    const hrefs = listPlaces({ ...actor, role }).map(({ href }) => href);
    expect(hrefs.indexOf("/people"), role).toBe(hrefs.indexOf("/invitations") + 1);
  }
});

test("the help says what each role may do, and how people are removed and invitations withdrawn", () => {
  const terms = CLOUDS_AND_PEOPLE.people.points.map(({ term }) => term);
  expect(terms).toEqual(
    expect.arrayContaining([
      ...["Cloud administrator", "Cloud user", "Project administrator", "Project user", "Project guest"],
      ...["Staff: viewer", "Staff: operator", "Staff: administrator"],
      ...["Invite to a project", "Withdraw an invitation", "Remove a person", "Remove from all Clouds"],
    ]),
  );
  expect(new Set(terms).size).toBe(terms.length);
});
