import { answerPeopleFile } from "#app/(portal)/clouds/_components/people/people-file.ts";
import { defineRoute } from "#app/_server/route.ts";
import { getPlace, numbersOf } from "#lib/features/invitations/places/place.ts";

/** The people of a project as a CSV file. */
export const GET = defineRoute<{ cloudId: string; projectId: string }>({
  name: "project-people.download",
  permission: "portal:read",
  run: async (request, { cloudId, projectId }, actor) => {
    const { cloud, project } = numbersOf(await getPlace({ cloudId, projectId }));
    const name = `people-${String(cloud)}-${String(project)}`;
    return answerPeopleFile(actor, { cloudId, projectId }, name, request.url);
  },
});
