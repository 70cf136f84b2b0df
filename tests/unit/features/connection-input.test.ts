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

const refused = (form: object) => addSchema.safeParse(form).error?.issues.map(({ path }) => path.join("."));

it("names an address that may not be called in the same round as fields that are empty", () => {
  expect(refused(FORM)?.toSorted()).toEqual(["authUrl", "baseUrl", "realm"]);
});

it("says one sentence of an address that cannot be read", () => {
  const form = { ...FORM, baseUrl: "nowhere", authUrl: "https://iam.example", realm: "r" };
  expect(refused(form)).toEqual(["baseUrl"]);
});
