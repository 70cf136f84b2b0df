/** What other people's pages try in the browser of a signed-in person: frames without an origin, and forms from elsewhere. None of it acts. */
import { createServer, type Server } from "node:http";
import type { Request } from "@playwright/test";
import { db, expect, product, staff, test, useStaff } from "#tests/support/browser.ts";
import { closeAll, listen } from "#tests/support/listen.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 120_000;
const unique = `${String(Date.now())}-${String(process.pid)}`;

let foreign: Server;
let elsewhere: string;

useStaff();

test.beforeAll(async () => {
  foreign = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(foreignPage());
  });
  elsewhere = `http://127.0.0.1:${String(await listen(foreign))}/`;
});
test.afterAll(() => closeAll(foreign));

/**
 * A form that submits itself, a frame without an origin with the same form, calls with the visitor's cookies, and the portal in a frame.
 */
function foreignPage(): string {
  const target = `${product.origin}/clouds/new`;
  const form = `<form method=post enctype=multipart/form-data action=${target}><input name=name value="Foreign ${unique}"></form><script>document.forms[0].submit()</script>`;
  const quoted = form.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!doctype html><title>elsewhere</title>
    <iframe sandbox="allow-forms allow-scripts" srcdoc="${quoted}"></iframe>
    <iframe srcdoc="${quoted}"></iframe>
    <iframe id=portal src="${product.origin}/clouds"></iframe>
    <script>
      for (const path of ["/clouds/new", "/api/audit/verification"])
        fetch("${product.origin}" + path, { method: "POST", mode: "no-cors", credentials: "include", body: "{}" }).catch(() => undefined);
    </script>`;
}

test("S7: a foreign page, and a frame without an origin, change nothing and show nothing of the portal", async () => {
  const page = await staff.newPage();
  const outcomes: string[] = [];
  const note = (request: Request, outcome: string): void => {
    if (request.url().startsWith(product.origin) && request.method() === "POST") outcomes.push(outcome);
  };
  page.on("response", (answer) => {
    note(answer.request(), String(answer.status()));
  });
  page.on("requestfailed", (request) => {
    note(request, request.failure()?.errorText ?? "");
  });
  await page.goto(elsewhere);
  await until("both calls of the script have ended", () => outcomes.length >= 2, LIMIT_MS);
  await until(
    "each of the three frames was refused",
    () => {
      const inner = page.frames().slice(1);
      return inner.length === 3 && inner.every((frame) => frame.url().startsWith("chrome-error:"));
    },
    LIMIT_MS,
  );
  // The answer is a refusal, and the foreign page cannot even read that.
  expect(outcomes.filter((outcome) => outcome !== "403" && !outcome.includes("ERR_BLOCKED_BY"))).toEqual([]);
  expect(await db.operation.count({ where: { title: { contains: `Foreign ${unique}` } } })).toBe(0);
  await page.close();
  expect((await staff.request.get("/clouds")).status()).toBe(200);
});
