/**
 * The layer rules are effective: for every rule of .dependency-cruiser.cjs a tiny tree breaks it, and exactly that rule must report it. A
 * rule that never fires is worse than none. The stage `layers` checks the repository itself.
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import type { IConfiguration, ICruiseResult } from "dependency-cruiser";
import { describe, expect, it } from "vitest";
import { openScratch } from "#tests/support/scratch.ts";
import { ROOT } from "./source-files.ts";

const config = createRequire(import.meta.url)(
  join(ROOT, ".dependency-cruiser.cjs"),
) as Required<IConfiguration>;
const ruleNames = config.forbidden.map(({ name }) => name ?? "");

const imports = (target: string): string =>
  `import * as x from ${JSON.stringify(target)}; export const y = x;`;
const LEAF = "export const leaf = 1;";

/** A tree of two files: `from` imports `to` with the product's syntax. */
function edge(from: string, to: string): Record<string, string> {
  return { [from]: imports(`#${to}`), [to]: LEAF };
}

/** Rule → the smallest tree that breaks it, file by file. */
const VIOLATIONS: Record<string, Record<string, string>> = {
  "lib-core-arrows": edge("lib/core/a.ts", "lib/db/b.ts"),
  "lib-ifc-arrows": edge("lib/ifc/a.ts", "lib/core/b.ts"),
  "lib-service-contract-arrows": edge("lib/service/contract/a.ts", "lib/core/b.ts"),
  "lib-db-arrows": edge("lib/db/a.ts", "lib/auth/b.ts"),
  "lib-auth-arrows": edge("lib/auth/a.ts", "lib/features/staff/b.ts"),
  "lib-audit-arrows": edge("lib/audit/a.ts", "lib/features/audit/b.ts"),
  "lib-http-arrows": edge("lib/http/a.ts", "lib/db/b.ts"),
  "lib-storage-arrows": edge("lib/storage/a.ts", "lib/elements/b.ts"),
  "lib-mail-arrows": edge("lib/mail/a.ts", "lib/storage/b.ts"),
  "lib-jobs-arrows": edge("lib/jobs/a.ts", "lib/features/exports/b.ts"),
  "lib-elements-arrows": edge("lib/elements/a.ts", "lib/service/client/b.ts"),
  "lib-service-client-arrows": edge("lib/service/client/a.ts", "lib/service/server/b.ts"),
  "lib-service-server-arrows": edge("lib/service/server/a.ts", "lib/service/client/b.ts"),
  "lib-service-operator-arrows": edge("lib/service/operator/a.ts", "lib/service/client/b.ts"),
  "lib-features-arrows": edge("lib/features/clouds/a.ts", "lib/service/server/b.ts"),
  "lib-not-to-app": edge("lib/boot/a.ts", "app/_ui/b.ts"),
  "only-app-knows-react-and-next": { "lib/features/clouds/a.ts": imports("react") },
  "auth-knows-next-auth-only": { "lib/auth/a.ts": imports("next") },
  "features-of-pages-know-no-page": edge("app/_features/exports/a.ts", "app/(portal)/exports/b.ts"),
  "features-of-pages-arrows": edge("app/_features/models/a.ts", "app/_features/exports/b.ts"),
  "shell-knows-no-page": edge("app/_shell/a.ts", "app/(portal)/exports/b.ts"),
  "pages-know-no-shell": edge("app/(portal)/exports/page.tsx", "app/_shell/b.ts"),
  "design-system-knows-no-domain": edge("app/_ui/a.ts", "app/_features/exports/b.ts"),
  "app-not-to-database": { "app/page.ts": imports("pg") },
  "embedded-service-over-http-only": edge("app/page.ts", "lib/service/server/b.ts"),
  "service-not-to-features": edge("lib/service/operator/a.ts", "lib/features/audit/b.ts"),
  "boot-is-for-starters": edge("lib/features/clouds/a.ts", "lib/boot/b.ts"),
  "batch-kinds-are-apart": edge("lib/features/projects/lists/a.ts", "lib/features/invitations/lists/b.ts"),
  "batch-engine-knows-no-kind": edge("lib/features/batches/a.ts", "lib/features/plans/b.ts"),
  "product-not-to-tests": edge("lib/core/a.ts", "tests/support/b.ts"),
  "product-not-to-dev-dependencies": { "lib/core/a.ts": imports("only-for-tests") },
  "no-cycles": { "lib/core/a.ts": imports("./b.ts"), "lib/core/b.ts": imports("./a.ts") },
  "no-unresolvable": { "lib/core/a.ts": imports("#lib/core/not-there.ts") },
};

/** What a tree needs besides its own files, so that imports resolve as in this repository. */
const SURROUNDINGS: Record<string, string> = {
  "package.json": JSON.stringify({
    type: "module",
    imports: { "#lib/*": "./lib/*", "#app/*": "./app/*", "#tests/*": "./tests/*" },
    dependencies: { react: "1.0.0", next: "1.0.0", "next-auth": "1.0.0", pg: "1.0.0" },
    devDependencies: { "only-for-tests": "1.0.0" },
  }),
  "tsconfig.json": "{}",
  ...Object.fromEntries(
    ["react", "next", "next-auth", "pg", "only-for-tests"].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" })],
      [`node_modules/${name}/index.js`, "module.exports = {};"],
    ]),
  ),
};

/** The rules that a tree of these files breaks: "rule: from → to". */
async function check(files: Record<string, string>): Promise<string[]> {
  await using tree = await openScratch("layers");
  const baseDir = tree.path;
  for (const [path, text] of Object.entries({ ...SURROUNDINGS, ...files })) {
    await mkdir(dirname(join(baseDir, path)), { recursive: true });
    await writeFile(join(baseDir, path), text);
  }
  const folders = (await readdir(baseDir)).filter((name) => ["app", "lib", "tests"].includes(name));
  const options = { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true, baseDir };
  const { enhancedResolveOptions: resolving, ...rest } = options;
  const { output } = await cruise(folders, rest, resolving);
  const { summary } = output as ICruiseResult;
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

describe("layer rules", () => {
  it("each have a tree that breaks them", () => {
    expect(Object.keys(VIOLATIONS).toSorted()).toEqual(ruleNames.toSorted());
  });

  it.each(Object.entries(VIOLATIONS))("%s fires", async (rule, files) => {
    const broken = await check(files);
    expect(broken.map((violation) => violation.split(":")[0])).toContain(rule);
  });

  it("allow what the design allows", async () => {
    const broken = await check({
      ...edge("lib/features/clouds/a.ts", "lib/service/client/b.ts"),
      ...edge("lib/service/server/a.ts", "lib/ifc/b.ts"),
      ...edge("lib/features/plans/a.ts", "lib/features/batches/b.ts"),
      ...edge("lib/features/plans/c.ts", "lib/features/plans/a.ts"),
      ...edge("lib/service/operator/a.ts", "lib/audit/b.ts"),
      ...edge("lib/boot/a.ts", "lib/features/clouds/c.ts"),
      ...edge("app/platform/page.tsx", "lib/service/server/c.ts"),
      ...edge("app/(portal)/exports/page.tsx", "app/_features/exports/a.ts"),
      ...edge("app/_features/exports/b.ts", "app/_features/operations/c.ts"),
      ...edge("app/(portal)/layout.tsx", "app/_shell/a.ts"),
      ...edge("app/(portal)/@crumbs/loading.tsx", "app/_shell/b.ts"),
      ...edge("app/_shell/c.ts", "app/_features/models/d.ts"),
      "lib/auth/session.ts": imports("next-auth"),
      "app/page.ts": imports("react"),
      "tests/unit/a.test.ts": imports("only-for-tests"),
    });
    expect(broken).toEqual([]);
  });

  it("name packages that are installed", async () => {
    const listed = new Set(
      [...JSON.stringify(config.forbidden).matchAll(/node_modules\/\(([^)]+)\)/g)].flatMap(([, names = ""]) =>
        names.split("|"),
      ),
    );
    expect(listed.size).toBeGreaterThan(10);
    const installed = new Set(await readdir(join(ROOT, "node_modules")));
    expect([...listed].filter((name) => !installed.has(name))).toEqual([]);
  });

  it("know every part of lib", async () => {
    const service = (await readdir(join(ROOT, "lib", "service"))).map((name) => `service-${name}`);
    const parts = (await readdir(join(ROOT, "lib"))).flatMap((name) =>
      name === "service" ? service : [name],
    );
    const known = ruleNames.flatMap((name) => /^lib-(.*)-arrows$/.exec(name)?.[1] ?? []);
    expect(parts.toSorted()).toEqual([...known, "boot"].toSorted());
  });
});
