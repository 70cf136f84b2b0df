/** What lists say about projects' logos, without the logos' bytes. */
import { afterAll, expect, test } from "vitest";
import { createCloud } from "#lib/features/clouds/commands.ts";
import { createProject } from "#lib/features/projects/commands.ts";
import { getProject, listProjects } from "#lib/features/projects/queries.ts";
import { formKey, startPortal } from "./portal.ts";

const IMAGE = `data:image/png;base64,${"iVBORw0KGgo".repeat(10_000)}`;
const LOGOS = [
  [null, null],
  [IMAGE, { kind: "image" }],
  [`data:image/svg+xml;base64,${"PHN2Zz4".repeat(10)}`, { kind: "other" }],
  ["https://example.org/logo.png", { kind: "address", href: "https://example.org/logo.png" }],
  [`https://example.org/${"a".repeat(9_000)}`, { kind: "other" }],
] as const;

const portal = await startPortal();
const actor = await portal.actor();
afterAll(() => portal.stop());

test("a list and a project tell an image, an address and what cannot be shown, of logos of every length", async () => {
  const made = await createCloud(actor, { key: formKey(), connectionId: portal.connectionId, name: "Logos" });
  const cloudId = made.cloudId ?? "";
  for (const [n, [logo]] of LOGOS.entries()) {
    const name = `Project ${String(n)}`;
    await createProject(actor, { key: formKey(), cloudId, name });
    // Both, because at each reading the list is what the service says.
    await portal.db.project.updateMany({ where: { name }, data: { logo } });
    await portal.db.serviceProject.updateMany({ where: { name }, data: { logo } });
  }
  const { rows } = await listProjects(actor, cloudId);
  expect(rows.map(({ logo }) => logo)).toEqual(LOGOS.map(([, view]) => view));
  for (const [n, row] of rows.entries())
    expect((await getProject(actor, row.id)).logo).toEqual(LOGOS[n]?.[1]);
});
