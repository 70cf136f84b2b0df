/** The rows of an access ground, as the portal and its service write them. None is in progress, so none changes without action. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId, sha256Hex } from "#lib/core/ids.ts";
import { makeToken } from "#lib/auth/personal-token.ts";
import type { PrismaClient } from "#lib/db/client.ts";
import type { Ground } from "./access-things.ts";
import { LOGO } from "./one-point-image.ts";
import type { ProductAccess } from "./product.ts";

const DAY_MS = 86_400_000;
const REFERENCE = "0000-0000";
/** Below the numbers of things that do not exist (access-things.ts), far above those of a product. */
const INVITATIONS_FROM = 1_000_000_000;

/** Numbers at the built-in service. */
export type ServiceRows = {
  application: number;
  cloud: number;
  project: number;
  model: number;
  invitation: number;
  person: number;
};

/**
 * At the built-in service: an application with a Cloud, a project, a failed model, a webhook and an invitation, and a person; the portal's
 * application gets the Cloud.
 */
export async function addServiceRows(
  db: PrismaClient,
  product: ProductAccess,
  { mark, delivery }: Ground,
  portal: { clientId: string },
): Promise<ServiceRows> {
  const { id: portalId } = await db.serviceApplication.findUniqueOrThrow({ where: portal });
  const application = await db.serviceApplication.create({
    data: {
      clientId: mark,
      name: mark,
      scopes: ["cloud:read"],
      secrets: { create: { secretHash: Buffer.from(sha256Hex(mark), "hex"), hint: "0000" } },
    },
  });
  const cloud = await db.serviceCloud.create({
    data: {
      name: mark,
      applications: { create: [{ applicationId: application.id }, { applicationId: portalId }] },
    },
  });
  const of = { cloudId: cloud.id, applicationId: application.id };
  await db.serviceWebhook.create({
    data: {
      ...of,
      events: [],
      url: "http://127.0.0.1:9/",
      deliveries: { create: { id: delivery, event: mark, body: "{}", state: "FAILED", endedAt: new Date() } },
    },
  });
  const email = addressOf(mark);
  const invitation = await db.serviceInvitation.create({
    data: {
      // On a fresh product the first id would be 1, which occurs in every answer with other meanings.
      id: INVITATIONS_FROM + (Date.now() % INVITATIONS_FROM),
      ...of,
      address: email,
      email,
      redirectUri: `${product.origin}/platform/cloud/${String(cloud.id)}`,
    },
  });
  const person = await db.serviceUser.create({
    data: {
      sub: newId(),
      email: `person.${mark}@campus-riem.example`,
      firstname: mark,
      lastname: mark,
      passwordHash: "-",
    },
  });
  const project = await db.serviceProject.create({ data: { logo: LOGO, cloudId: cloud.id, name: mark } });
  const model = await db.serviceModel.create({ data: { projectId: project.id, name: mark, status: "E" } });
  return {
    application: application.id,
    cloud: cloud.id,
    project: project.id,
    model: model.id,
    invitation: invitation.id,
    person: person.id,
  };
}

/**
 * Visible to the owner only: a session, a token and a private view; in addition a colleague, an invitation of staff and an email for staff.
 */
export async function addPersonalRows(db: PrismaClient, ids: Ground): Promise<void> {
  const { owner: staffId, mark } = ids;
  const [at, expiresAt] = [new Date(), new Date(Date.now() + DAY_MS)];
  await db.staff.create({
    data: {
      id: ids.colleague,
      email: `colleague.${mark}@portico.example`,
      name: mark,
      passwordHash: "-",
      role: "OPERATOR",
    },
  });
  await db.staffSession.create({ data: { id: ids.session, staffId, device: mark } });
  await db.personalToken.create({
    data: {
      id: ids.token,
      staffId,
      name: mark,
      scope: "READING",
      createdAt: at,
      expiresAt,
      tokenHash: makeToken().tokenHash,
      hint: "0000",
    },
  });
  await db.view.create({
    data: {
      id: ids.view,
      ownerId: staffId,
      name: mark,
      nameKey: `${staffId}|${mark}`,
      createdAt: at,
      updatedAt: at,
      content: { version: 1, content: { ifcClasses: ["IfcDoor"] } },
    },
  });
  const email = `new.${mark}@portico.example`;
  await db.staffInvitation.create({
    data: {
      id: ids.staffInvitation,
      email,
      openKey: email,
      role: "VIEWER",
      tokenHash: sha256Hex(mark),
      expiresAt,
      invitedById: staffId,
      invitedByName: mark,
      createdAt: at,
      outboxId: newId(),
    },
  });
  await db.mailboxMessage.create({
    data: {
      id: ids.mail,
      messageId: `<${mark}@portico.example>`,
      recipient: email,
      sender: "portico@portico.example",
      subject: mark,
      text: mark,
      html: `<p>${mark}</p>`,
      isForStaff: true,
    },
  });
}

/** Shared by all staff: Cloud, project, invitations, lists, a plan, an operation; the owner made each. */
export async function addSharedRows(
  db: PrismaClient,
  ids: Ground,
  connection: { id: string; revision: number },
  service: ServiceRows,
): Promise<void> {
  const { mark, owner } = ids;
  const at = new Date();
  const email = addressOf(mark);
  const by = { actorId: owner, actorName: mark, reference: REFERENCE, createdAt: at };
  const draft = { ...by, state: "DRAFT", stateSince: at } as const;
  const inList = { n: 1, line: 1, verdict: "REPEATED", detail: mark, isIncluded: false } as const;
  const listed = { id: ids.invitationRow, ...inList, typed: email, address: email, email };
  const row = { id: ids.projectListRow, ...inList, name: mark, fields: {} };
  await db.cloud.create({
    data: {
      id: ids.cloud,
      connectionId: connection.id,
      serviceId: service.cloud,
      name: mark,
      sortName: mark,
      createdById: owner,
      invitations: {
        create: {
          id: ids.invitation,
          address: email,
          email,
          redirectUri: email,
          state: "GONE",
          evidence: mark,
          createdById: owner,
        },
      },
      invitationRuns: {
        create: { id: ids.invitationList, key: `${ids.key}-i`, lines: 1, ...draft, rows: { create: listed } },
      },
      projectLists: { create: { id: ids.projectList, key: `${ids.key}-p`, ...draft, rows: { create: row } } },
      projects: {
        create: {
          id: ids.project,
          serviceId: service.project,
          name: mark,
          sortName: mark,
          status: "A",
          logo: LOGO,
          createdById: owner,
        },
      },
    },
  });
  await db.personRemoval.create({
    data: {
      id: ids.removal,
      ...by,
      address: email,
      email,
      state: "ENDED",
      stateSince: at,
      places: { create: { n: 1, cloudId: ids.cloud, outcome: "KEPT", problem: mark } },
    },
  });
  await db.plan.create({
    data: {
      id: ids.plan,
      key: `${ids.key}-l`,
      connectionId: connection.id,
      name: mark,
      ...draft,
      steps: {
        create: [
          { id: ids.step, n: 1, kind: "UPLOAD", title: mark, fields: {}, detail: "", isIncluded: true },
          {
            id: ids.planPerson,
            n: 2,
            kind: "INVITE",
            title: email,
            fields: { email, address: email, role: 50 },
            verdict: "GOOD",
            detail: "",
            isIncluded: true,
          },
        ],
      },
    },
  });
  await db.operation.create({
    data: {
      id: ids.operation,
      key: `${ids.key}-o`,
      kind: "CREATE_CLOUD",
      connectionId: connection.id,
      connectionRevision: connection.revision,
      method: "POST",
      path: "/cloud",
      body: { name: mark },
      requestSha256: sha256Hex(mark),
      subjectKey: mark,
      title: mark,
      context: {},
      actorId: owner,
      actorName: mark,
      state: "REFUSED",
    },
  });
}

/** A failed reading, and finished exports with their file and its record. */
export async function addExportRows(
  db: PrismaClient,
  ids: Ground,
  dataDir: string,
  model: number,
): Promise<void> {
  const { mark } = ids;
  const at = new Date();
  const of = {
    projectId: ids.project,
    modelServiceId: model,
    modelName: mark,
    ifcClass: "IfcDoor",
    reference: REFERENCE,
  };
  await db.snapshot.create({
    data: {
      id: ids.snapshot,
      ...of,
      modelVersion: "1",
      generation: 1,
      state: "FAILED",
      leaseUntil: at,
      startedAt: at,
      lastUsedAt: at,
    },
  });
  const file = `${mark}\n`;
  const folder = join(dataDir, "files", "exports", ids.exportRun);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "elements.csv"), file);
  await writeFile(join(folder, "record.json"), JSON.stringify({ mark }));
  const by = { actorId: ids.owner, actorName: mark, createdAt: at };
  const done = {
    state: "DONE",
    sha256: sha256Hex(file),
    bytes: file.length,
    endedAt: at,
    fileName: `${mark}.csv`,
    fileKey: `exports/${ids.exportRun}`,
  } as const;
  const run = { ...of, ...by, ...done, profile: "programs" };
  await db.exportRun.create({ data: { id: ids.exportRun, ...run } });
  await db.bulkRun.create({
    data: {
      id: ids.bulkRun,
      cloudId: ids.cloud,
      projectId: ids.project,
      classes: ["IfcDoor"],
      profile: "programs",
      models: 1,
      leftOut: [],
      reference: REFERENCE,
      ...by,
      parts: { create: { id: newId(), ...run } },
    },
  });
}

const addressOf = (mark: string): string => `${mark}@campus-riem.example`;
