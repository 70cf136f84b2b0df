/** What other people's pages try in the browser of a signed-in person: frames without an origin, and forms from elsewhere. None of it acts. */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Request } from "@playwright/test";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 120_000;
const unique = `${String(Date.now())}-${String(process.pid)}`;

let browser: Browser;
let staff: BrowserContext;
let db: PrismaClient;
let foreign: Server;
let elsewhere: string;

test.beforeAll(async ({ browser: started }) => {
  browser = started;
  staff = await signInStaff(browser, product);
  db = createClient(product.databaseUrl);
  foreign = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(foreignPage());
  });
  foreign.listen(0, "127.0.0.1");
  await once(foreign, "listening");
  elsewhere = `http://127.0.0.1:${String((foreign.address() as AddressInfo).port)}/`;
});
test.afterAll(async () => {
  foreign.close();
  foreign.closeAllConnections();
  await db.$disconnect();
  await closePages(browser);
});

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
