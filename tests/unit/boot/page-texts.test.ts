/** Which texts a page's scripts contain, read from a build. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listPageTexts } from "#lib/boot/server/page-texts.ts";
import { makeScratchFolder, removeScratchFolder } from "#tests/support/scratch.ts";

const ROUTE = "/clouds/[cloudId]/projects/[projectId]/models/[modelId]";

/** A build whose element table has one script; others have another. */
async function build(script: string): Promise<string> {
  const folder = await makeScratchFolder("page-texts");
  onTestFinished(() => removeScratchFolder(folder));
  const next = join(folder, ".next");
  await mkdir(join(next, "static"), { recursive: true });
  await mkdir(join(next, "diagnostics"));
  await writeFile(join(next, "static", "own.js"), script);
  await writeFile(join(next, "static", "other.js"), 't("Exports")');
  const routes = [
    { route: ROUTE, firstLoadChunkPaths: [".next/static/own.js"] },
    { route: "/exports", firstLoadChunkPaths: [".next/static/other.js"] },
  ];
  await writeFile(join(next, "diagnostics", "route-bundle-stats.json"), JSON.stringify(routes));
  return next;
}

test("a page has the texts of its own scripts, however they are quoted, and no others", async () => {
  const next = await build(
    String.raw`a("Filter"),b('Open “{name}”'),c(${"`"}{count} of 32 767${"`"}),d("The service's answer"),e('Say "no"')`,
  );
  const own = {
    Filter: "Filter",
    "Open “{name}”": "„{name}“ öffnen",
    "{count} of 32 767": "{count} von 32 767",
    "The service's answer": "Die Antwort des Dienstes",
    'Say "no"': "„Nein“ sagen",
  };
  const [page, ...others] = listPageTexts(next, { ...own, Exports: "Exporte", Filt: "Filz" });
  expect(others).toEqual([]);
  expect(page?.texts).toEqual(own);
});

test("it is the page of its address alone", async () => {
  const [page] = listPageTexts(await build(""), {});
  const addresses = [
    "/clouds/c1/projects/p1/models/12",
    "/clouds/c1/projects/p1/models/12/passport",
    "/clouds/c1/projects/p1",
  ];
  expect(addresses.map((path) => page?.isAt(path))).toEqual([true, false, false]);
});

test("a build that does not tell gives none, so that every page has all texts", () => {
  expect(listPageTexts(join(import.meta.dirname, "no-build"), { Filter: "Filter" })).toEqual([]);
});
