import { answerPeopleFile } from "#app/(portal)/clouds/_components/people/people-file.ts";
import { defineRoute } from "#app/_server/route.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";

/** The people of a Cloud as a CSV file. */
export const GET = defineRoute<{ cloudId: string }>({
  name: "people.download",
  permission: "portal:read",
  run: async (request, { cloudId }, actor) => {
    const { id, serviceId } = await getCloud(actor, cloudId);
    return answerPeopleFile(actor, { cloudId: id }, `people-${String(serviceId)}`, request.url);
  },
});
