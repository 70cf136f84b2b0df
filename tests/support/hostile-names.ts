/**
 * Names as somebody types them who means harm: markup that would act, and characters that turn the reading direction, so that one name
 * looks like another. Everything that a page shows gets such a name.
 */
import type { Page } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import { DETAILED_MODEL, openListed, type Ground } from "./every-page.ts";
import type { ProductAccess } from "./product.ts";
import { untilRead } from "./ready-model.ts";
import { openService } from "./service-caller.ts";
import { makeUncertain } from "./uncertain-operation.ts";

const LIMIT_MS = 300_000;
const MARKUP = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">{{7*7}}`;
/** "exe" beside a file's ending: obeyed, it reads as another ending. Each of the characters once. */
export const TURNED = "annex\u202efdp.\u202c\u202a\u202b\u202d\u2066\u2067\u2068\u2069\u200e\u200f\u061cexe";
/** How pages show its beginning. */
export const MARKED = "annex[U+202E]fdp.[U+202C]";
export const HOSTILE = `${TURNED} ${MARKUP}`;

/** Pages of such things: of an operation too, and of a model whose doors have figures. */
export type HostileGround = Ground & { operation: string; detailed: string };

/**
 * A Cloud, a project, a model with a door, an invitation, a view and an operation of that name; and in the project a model with many figures.
 * @param unique begins the names that lists are searched for; also the key of the rows that `removeHostile` removes
 */
export async function plantHostile(
  page: Page,
  product: ProductAccess,
  db: PrismaClient,
  unique: string,
): Promise<HostileGround> {
  const service = await openService(product);
  const name = `${unique} ${HOSTILE}`;
  const cloud = await service.post("/cloud", { name });
  const serviceCloud = `/cloud/${String(cloud.id)}`;
  const project = await service.post(`${serviceCloud}/project`, { name, description: name });
  const file = `${unique} <img src=x onerror=window.ran=1>.ifc`;
  const serviceProject = `${serviceCloud}/project/${String(project.id)}`;
  const { model_id: modelId } = await service.upload(serviceProject, file, modelNamed(HOSTILE));
  const { model_id: detailedId } = await service.upload(serviceProject, DETAILED_MODEL);
  const ids = [modelId, detailedId];
  await service.post(`${serviceCloud}/invitation`, {
    email: `${unique}@campus-riem.example`,
    redirect_uri: `${product.origin}/platform/cloud/${String(cloud.id)}`,
  });
  const operation = await plantRows(product, db, unique);
  await openListed(page, `/clouds?q=${unique}`, unique);
  await page.getByRole("heading", { name: unique, level: 1 }).waitFor();
  const cloudPage = new URL(page.url()).pathname;
  await page.getByRole("link", { name: unique }).first().click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}/);
  const projectPage = new URL(page.url()).pathname;
  await untilRead(service, serviceProject, ids, LIMIT_MS);
  const [model = "", detailed = ""] = ids.map((id) => `${projectPage}/models/${String(id)}?type=IfcDoor`);
  return {
    cloud: cloudPage,
    project: projectPage,
    model,
    detailed,
    operation: `/operations/${operation}`,
  };
}

/** A view and an operation. @returns the operation's id */
async function plantRows(product: ProductAccess, db: PrismaClient, unique: string): Promise<string> {
  const name = `${unique} ${HOSTILE}`;
  const owner = await db.staff.findFirstOrThrow({ where: { email: product.adminEmail } });
  const at = new Date();
  await db.view.create({
    data: {
      id: newId(),
      ownerId: owner.id,
      name: name.slice(0, 100),
      nameKey: unique,
      isShared: true,
      createdAt: at,
      updatedAt: at,
      content: { version: 1, ifcClasses: ["IfcDoor"], columns: [], filters: [], sort: [] },
    },
  });
  return makeUncertain(db, product, name, {
    key: unique,
    state: "REFUSED",
    openKey: null,
    actorName: HOSTILE,
    cause: name,
    result: { serviceId: null, fieldErrors: { name: [HOSTILE] } },
    note: HOSTILE,
  });
}

/** Removes the views and the operation: no other test's lists may begin with this name. */
export async function removeHostile(db: PrismaClient, unique: string): Promise<void> {
  await db.view.deleteMany({ where: { name: { startsWith: unique } } });
  await db.operation.deleteMany({ where: { key: unique } });
}

/** What the page makes of such names. */
export type HostileFindings = {
  /** Whether markup of a name acts. */
  acts: boolean;
  /** Elements with a character that turns the direction. What a field holds is what is saved. */
  raw: string[];
  /** Whether markup is seen as text, and such a character as its mark. */
  isText: boolean;
  isMarked: boolean;
};

export function findHostile(page: Page): Promise<HostileFindings> {
  return page.evaluate((mark) => {
    const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    const raw: string[] = turning.test(document.title) ? ["the document's title"] : [];
    for (const element of document.querySelectorAll("body *:not(script, textarea)")) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const texts = [
        ...own.map((node) => node.nodeValue),
        element.getAttribute("title"),
        element.getAttribute("aria-label"),
      ];
      if (texts.some((text) => turning.test(text ?? ""))) raw.push(element.outerHTML.slice(0, 200));
    }
    return {
      acts: "ran" in window || document.querySelector("[onerror], [onload], img[src=x]") !== null,
      raw,
      isText: document.body.innerText.includes("<img src=x onerror="),
      isMarked: document.body.innerText.includes(mark),
    };
  }, MARKED);
}

/** A door with this text as its name, property set, property and value, as IFC writes it. */
function modelNamed(text: string): string {
  const written = text
    .replaceAll("'", "''")
    .replace(
      /[^ -~]/g,
      (one) => `\\X2\\${one.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}\\X0\\`,
    );
  return [
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
    `#1=IFCDOOR('0000000000000000000DOR',$,'${written}',$,$,$,$,'${written}',$,$,$,$,$);`,
    `#2=IFCPROPERTYSINGLEVALUE('${written}',$,IFCLABEL('${written}'),$);`,
    `#3=IFCPROPERTYSET('0000000000000000000SET',$,'${written}',$,(#2));`,
    "#4=IFCRELDEFINESBYPROPERTIES('0000000000000000000REL',$,$,$,(#1),#3);",
    "ENDSEC;\nEND-ISO-10303-21;\n",
  ].join("\n");
}
