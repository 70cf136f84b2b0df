import { expect, test } from "vitest";
import { shortenMiddle } from "#app/(portal)/clouds/[cloudId]/projects/[projectId]/models/[modelId]/_components/table/filter-words.ts";

test("a name that fits is whole; a long one keeps its beginning and its end, and no character is split", () => {
  expect(shortenMiddle("Pset_DoorCommon: FireRating", 28)).toBe("Pset_DoorCommon: FireRating");
  const long = shortenMiddle("Pset_ManufacturerTypeInformation: ArticleNumber", 28);
  expect(long).toBe("Pset_Manufactu…ArticleNumber");
  expect(shortenMiddle("👷".repeat(40), 9)).toBe("👷👷👷👷…👷👷👷👷");
});
