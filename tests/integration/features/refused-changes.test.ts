import { expect, test } from "vitest";
import { changeCloud } from "#lib/features/clouds/changes.ts";
import { getCloud } from "#lib/features/clouds/queries.ts";
import { changeProject } from "#lib/features/projects/changes.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { getProject } from "#lib/features/projects/queries.ts";
import { answer } from "#tests/support/fault-answers.ts";
import { formKey, usePortal } from "./portal.ts";

const ONE_CLOUD = /^\/service\/cloud\/\d+$/;

const portal = await usePortal();
const actor = await portal.actor();

test("what the service refuses of a change is said at its field, once, and the same form may be sent again", async () => {
  const refuse = (body: object) => answer(400, JSON.stringify(body));
  const { cloudId } = await portal.makeCloud(actor, "Refused change");
  const cloud = { id: cloudId, version: (await getCloud(actor, cloudId)).version, name: "Other" };
  portal.proxy.inject("PATCH", ONE_CLOUD, refuse({ name: ["Not this name."] }));
  await expect(changeCloud(actor, cloud)).rejects.toMatchObject({
    code: "VALIDATION",
    message: "The service does not accept what is marked below. Nothing was changed.",
    details: { fieldErrors: { name: ["Not this name."] } },
  });
  const trail = await portal.trail({ objectId: cloudId, action: "cloud.change" });
  expect(trail).toEqual(["cloud.change INTENDED", "cloud.change REFUSED"]);
  await changeCloud(actor, cloud);
  const created = await createProject(actor, { key: formKey(), cloudId, name: "Refused project" });
  const { id, version } = await getProject(actor, created.projectId ?? "");
  const project = {
    id,
    version,
    name: "Other project",
    description: "",
    status: "A",
    logo: "keep",
  } as const;
  const problems = { name: ["Not this.", "Nor that."], parent_id: ["Not there."] };
  portal.proxy.inject("PATCH", /\/project\/\d+$/, refuse({ ...problems, non_field_errors: ["Not both."] }));
  await expect(changeProject(actor, project)).rejects.toMatchObject({
    code: "VALIDATION",
    message:
      "The service does not accept what is marked below. Nothing was changed. The service also said: “Not both.”.",
    details: { fieldErrors: { name: ["Not this.", "Nor that."], parentId: ["Not there."] } },
  });
  expect(await changeProject(actor, project)).toBe(true);
});
