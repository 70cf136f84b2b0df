import { expect, it } from "vitest";
import { addSchema } from "#lib/features/connections/input.ts";

const FORM = {
  name: "Harbour",
  stage: "TEST",
  baseUrl: "http://10.0.0.1/service",
  authUrl: "",
  realm: "",
  platformUrl: "https://platform.example",
  clientId: "portico",
  secret: "s",
  intent: "save",
};

it("names an address that may not be called in the same round as fields that are empty", () => {
  const paths = addSchema.safeParse(FORM).error?.issues.map(({ path }) => path.join("."));
  expect(paths).toEqual(expect.arrayContaining(["baseUrl", "authUrl", "realm"]));
  expect(paths).toHaveLength(3);
});

it("says one sentence of an address that cannot be read", () => {
  const { error } = addSchema.safeParse({
    ...FORM,
    baseUrl: "nowhere",
    authUrl: "https://iam.example",
    realm: "r",
  });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["baseUrl"]);
});
