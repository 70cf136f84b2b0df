import { answerFile } from "#app/_server/file-answer.ts";
import { defineRoute } from "#app/_server/route.ts";
import { AppError, notFound } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { readCsvProfile } from "#lib/elements/files/csv/small-table.ts";
import { classNameSchema, modelIdSchema } from "#lib/features/elements/schema.ts";
import { readPassportView } from "#lib/features/passport/address.ts";
import { makePassportFile } from "#lib/features/passport/file.ts";

type Params = { cloudId: string; projectId: string; modelId: string };

/** All pages of the passport that the page of the same address shows, as a CSV file. */
export const GET = defineRoute<Params>({
  name: "passport.download",
  permission: "elements:export",
  run: async (request, { cloudId, projectId, modelId: modelText }, actor) => {
    const address = Object.fromEntries(new URL(request.url).searchParams);
    const modelId = modelIdSchema.safeParse(modelText);
    if (!modelId.success) throw notFound(say("This model"));
    const ifcClass = classNameSchema.safeParse(address["type"]);
    if (!ifcClass.success)
      throw new AppError(
        "VALIDATION",
        say("The address names no IFC class. Open the property overview and download the file there."),
      );
    const view = readPassportView(address);
    const query = {
      cloudId,
      projectId,
      modelId: modelId.data,
      ifcClass: ifcClass.data,
      against: view.against,
    };
    const { fileName, text } = await makePassportFile(
      actor,
      query,
      view,
      readCsvProfile(address["profile"]),
      request.signal,
    );
    return answerFile(fileName, text);
  },
});
