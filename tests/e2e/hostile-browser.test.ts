/**
 * What other people's pages and texts try in the browser of a signed-in person: frames without an origin, forms from elsewhere, and markup
 * in every text that the portal shows. None of it acts or runs.
 */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Request } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { createClient, type PrismaClient } from "#lib/db/client.ts";
import { closePages, expect, product, test } from "#tests/support/browser.ts";
import { openService } from "#tests/support/service-caller.ts";
import { openListed } from "#tests/support/every-page.ts";
import { signInStaff } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 120_000;
const unique = `${String(Date.now())}-${String(process.pid)}`;
const MARKUP = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">{{7*7}}`;

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
  // No other test's lists may start with this prefix.
  await db.view.deleteMany({ where: { nameKey: unique } });
  await db.operation.deleteMany({ where: { key: unique } });
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

/** Gives everything that is shown somewhere a name with markup; returns the addresses of the pages that show it. */
async function plantMarkup(): Promise<string[]> {
  const service = await openService(product);
  const name = `${unique} ${MARKUP}`;
  const cloud = await service.post("/cloud", { name });
  const serviceCloud = `/cloud/${String(cloud.id)}`;
  const project = await service.post(`${serviceCloud}/project`, { name, description: name });
  const text = modelOf(MARKUP.replaceAll("'", "''"));
  const { model_id: modelId } = await service.upload(
    `${serviceCloud}/project/${String(project.id)}`,
    `${unique} <img src=x onerror=window.ran=1>.ifc`,
    text,
  );
  const staffRow = await db.staff.findFirstOrThrow({ where: { email: product.adminEmail } });
  const at = new Date();
  await db.view.create({
    data: {
      id: newId(),
      ownerId: staffRow.id,
      name: name.slice(0, 100),
      nameKey: unique,
      isShared: true,
      createdAt: at,
      updatedAt: at,
      content: { version: 1, ifcClasses: ["IfcDoor"], columns: [], filters: [], sort: [] },
    },
  });
  const page = await staff.newPage();
  await openListed(page, `/clouds?q=${unique}`, unique);
  await page.getByRole("heading", { name: unique, level: 1 }).waitFor();
  const cloudPage = new URL(page.url()).pathname;
  await page.getByRole("link", { name: unique }).first().click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/);
  const projectPage = new URL(page.url()).pathname;
  await page.close();
  const connection = await db.connection.findFirstOrThrow({ where: { kind: "BUILTIN" } });
  const operation = await db.operation.create({
    data: {
      id: newId(),
      key: unique,
      kind: "CREATE_CLOUD",
      connectionId: connection.id,
      connectionRevision: 1,
      method: "POST",
      path: "/cloud",
      body: { name },
      requestSha256: unique,
      subjectKey: unique,
      title: name,
      context: {},
      actorId: staffRow.id,
      actorName: MARKUP,
      state: "REFUSED",
      cause: name,
      result: { serviceId: null, fieldErrors: { name: [MARKUP] } },
      note: MARKUP,
    },
  });
  const model = `${projectPage}/models/${String(modelId)}`;
  await until(
    "the model is read",
    () => db.serviceModel.count({ where: { id: modelId, status: "C" } }),
    LIMIT_MS,
  );
  const lists = [`/clouds?q=${unique}`, `/operations?show=all&q=${unique}`, "/", "/mailbox", "/audit"];
  return [...lists, cloudPage, projectPage, `${model}?type=IfcDoor`, `/operations/${operation.id}`];
}

/** A door with this text as its name, property set, property and value. */
function modelOf(text: string): string {
  return [
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
    `#1=IFCDOOR('0000000000000000000DOR',$,'${text}',$,$,$,$,'${text}',$,$,$,$,$);`,
    `#2=IFCPROPERTYSINGLEVALUE('${text}',$,IFCLABEL('${text}'),$);`,
    `#3=IFCPROPERTYSET('0000000000000000000SET',$,'${text}',$,(#2));`,
    "#4=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1),#3);",
    "ENDSEC;\nEND-ISO-10303-21;\n",
  ].join("\n");
}

test("S29: markup in every text that is shown stays text", async () => {
  test.setTimeout(2 * LIMIT_MS);
  const addresses = await plantMarkup();
  const page = await staff.newPage();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  let shown = 0;
  for (const address of addresses) {
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (address.includes("type=IfcDoor"))
      await page.getByRole("gridcell").first().waitFor({ timeout: LIMIT_MS });
    const found = await page.evaluate(() => ({
      ran: "ran" in window,
      made: document.querySelectorAll("[onerror], [onload], img[src=x]").length,
      shown: document.body.innerText.includes("<img src=x onerror="),
    }));
    expect(found, address).toMatchObject({ ran: false, made: 0 });
    if (found.shown) shown += 1;
  }
  // The text is visible, not left out.
  expect(shown).toBeGreaterThan(5);
  expect(refused).toEqual([]);
  await page.close();
});
