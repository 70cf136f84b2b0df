/**
 * The rows of an access ground, as the portal and its service write them. None is in progress, so none changes without action. What is not
 * said here is filled by type.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { makeToken } from "#lib/auth/personal-token.ts";
import { newId, sha256Hex } from "#lib/core/ids.ts";
import type { Ground } from "./access-things.ts";
import { readColumns } from "./filled-database.ts";
import { PIXEL_URL } from "./pixel.ts";
import { insertFilled, type PlantedRow } from "./planted-rows.ts";
import type { ProductAccess } from "./product.ts";

const DAY_MS = 86_400_000;
/** Below the numbers of things that do not exist (access-things.ts), far above those of a product: 1 occurs in every answer. */
const NUMBERS_FROM = 1_000_000_000;

/** By table, in an order in which references exist: a row belongs to the last one of each table before it. */
type Rows = readonly (readonly [table: string, row: PlantedRow])[];

/** What is there already: the owner, the built-in connection, and the portal's application at the service. */
export type Given = { connection: { id: string; revision: number }; portalId: number };

/** @returns the last row of each table */
export async function addRows(
  client: Client,
  product: ProductAccess,
  ids: Ground,
  { connection, portalId }: Given,
): Promise<ReadonlyMap<string, PlantedRow>> {
  const columns = Map.groupBy(await readColumns(client), ({ table }) => table);
  const rows = new Map<string, PlantedRow>([
    ["staff", { id: ids.owner }],
    ["connection", connection],
  ]);
  const add = async (wanted: Rows): Promise<void> => {
    for (const [table, row] of wanted) {
      const made = await insertFilled(client, table, columns.get(table) ?? [], row, rows);
      // Everything else is the owner's.
      if (table !== "staff") rows.set(table, made);
    }
  };
  await add(serviceRows(ids, product.origin, portalId));
  await add(personalRows(ids));
  const numberOf = (table: string): unknown => rows.get(table)?.["id"];
  await add(sharedRows(ids, connection.revision, numberOf));
  const file = `${ids.mark}\n`;
  await add(exportRows(ids, file, numberOf("service_model")));
  const folder = join(product.dataDir, "files", "exports", ids.exportRun);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "elements.csv"), file);
  await writeFile(join(folder, "record.json"), JSON.stringify({ mark: ids.mark }));
  return rows;
}

/** An application with a Cloud, a project, a failed model, a webhook and an invitation, and a person; the portal's application gets the Cloud. */
function serviceRows({ mark, delivery }: Ground, origin: string, portalId: number): Rows {
  const id = NUMBERS_FROM + (Date.now() % NUMBERS_FROM);
  const invited = { id, address: addressOf(mark), email: addressOf(mark) };
  const person = { email: `person.${mark}@campus-riem.example`, firstname: mark, lastname: mark };
  return [
    ["service_application", { client_id: mark, name: mark, scopes: ["cloud:read"] }],
    ["service_secret", { secret_hash: Buffer.from(sha256Hex(mark), "hex"), hint: "0000" }],
    ["service_cloud", { id, name: mark, creator_app_id: null }],
    ["service_cloud_application", {}],
    ["service_cloud_application", { application_id: portalId }],
    ["service_webhook", { url: "http://127.0.0.1:9/" }],
    [
      "service_webhook_delivery",
      { id: delivery, event: mark, body: "{}", state: "FAILED", ended_at: new Date() },
    ],
    ["service_invitation", { ...invited, redirect_uri: `${origin}/platform/cloud/${String(id)}` }],
    ["service_user", { ...person, password_hash: "-" }],
    ["service_project", { name: mark, logo: PIXEL_URL }],
    ["service_model", { name: mark, status: "E" }],
  ];
}

/**
 * Visible to the owner only: a session, a token and a private view; in addition a colleague, an invitation of staff and an email for staff.
 */
function personalRows(ids: Ground): Rows {
  const { owner, mark } = ids;
  const expires = { expires_at: new Date(Date.now() + DAY_MS) };
  const email = `new.${mark}@portico.example`;
  const colleague = { id: ids.colleague, email: `colleague.${mark}@portico.example`, name: mark };
  const token = { id: ids.token, name: mark, token_hash: makeToken().tokenHash, hint: "0000" };
  const content = { version: 1, content: { ifcClasses: ["IfcDoor"] } };
  const invited = { id: ids.staffInvitation, email, open_key: email, token_hash: sha256Hex(mark) };
  const mail = { id: ids.mail, message_id: `<${mark}@portico.example>`, recipient: email, subject: mark };
  return [
    ["staff", { ...colleague, password_hash: "-", role: "OPERATOR" }],
    ["staff_session", { id: ids.session, device: mark }],
    ["personal_token", { ...token, ...expires, scope: "READING" }],
    ["element_view", { id: ids.view, name: mark, name_key: `${owner}|${mark}`, content }],
    [
      "staff_invitation",
      { ...invited, ...expires, role: "VIEWER", invited_by_id: owner, invited_by_name: mark },
    ],
    ["mailbox_message", { ...mail, text: mark, html: `<p>${mark}</p>`, is_for_staff: true }],
  ];
}

const byOwner = ({ owner, mark }: Ground): PlantedRow => ({
  actor_id: owner,
  actor_name: mark,
  reference: "0000-0000",
});

/** Shared by all staff: Cloud, project, invitations, lists, a plan, an operation; the owner made each. */
function sharedRows(ids: Ground, revision: number, numberOf: (table: string) => unknown): Rows {
  const { mark, owner } = ids;
  const email = addressOf(mark);
  const [by, named] = [byOwner(ids), { name: mark, sort_name: mark, created_by_id: owner }];
  const person = { address: email, email };
  const draft = { ...by, state: "DRAFT" };
  const inList = { n: 1, line: 1, verdict: "REPEATED", detail: mark, is_included: false };
  const step = { detail: "", is_included: true };
  const request = { kind: "CREATE_CLOUD", method: "POST", path: "/cloud", body: { name: mark } };
  return [
    ["cloud", { id: ids.cloud, service_id: numberOf("service_cloud"), ...named }],
    [
      "invitation",
      {
        id: ids.invitation,
        ...person,
        redirect_uri: email,
        state: "GONE",
        evidence: mark,
        created_by_id: owner,
      },
    ],
    ["invitation_run", { id: ids.invitationList, key: `${ids.key}-i`, lines: 1, ...draft }],
    ["invitation_run_row", { id: ids.invitationRow, ...inList, typed: email, ...person }],
    ["project_list", { id: ids.projectList, key: `${ids.key}-p`, ...draft }],
    ["project_list_row", { id: ids.projectListRow, ...inList, name: mark, fields: {} }],
    [
      "project",
      { id: ids.project, service_id: numberOf("service_project"), ...named, status: "A", logo: PIXEL_URL },
    ],
    ["person_removal", { id: ids.removal, ...by, ...person, state: "ENDED" }],
    ["person_removal_place", { n: 1, outcome: "KEPT", problem: mark }],
    ["plan", { id: ids.plan, key: `${ids.key}-l`, name: mark, ...draft }],
    ["plan_step", { id: ids.step, n: 1, kind: "UPLOAD", title: mark, fields: {}, ...step }],
    [
      "plan_step",
      {
        id: ids.planPerson,
        n: 2,
        kind: "INVITE",
        title: email,
        ...step,
        fields: { ...person, role: 50 },
        verdict: "GOOD",
      },
    ],
    [
      "operation",
      {
        id: ids.operation,
        key: `${ids.key}-o`,
        ...request,
        connection_revision: revision,
        request_sha256: sha256Hex(mark),
        subject_key: mark,
        title: mark,
        context: {},
        actor_id: owner,
        actor_name: mark,
        state: "REFUSED",
      },
    ],
  ];
}

/** A failed reading, and finished exports. */
function exportRows(ids: Ground, file: string, modelId: unknown): Rows {
  const { mark } = ids;
  const of = { model_service_id: modelId, model_name: mark, ifc_class: "IfcDoor", reference: "0000-0000" };
  const done = { state: "DONE", sha256: sha256Hex(file), bytes: file.length, ended_at: new Date() };
  const kept = { file_name: `${mark}.csv`, file_key: `exports/${ids.exportRun}` };
  const run = { ...of, ...byOwner(ids), ...done, ...kept, profile: "programs", snapshot_id: null };
  const bulk = { classes: ["IfcDoor"], profile: "programs", models: 1, left_out: "[]" };
  return [
    ["snapshot", { id: ids.snapshot, ...of, model_version: "1", generation: 1, state: "FAILED" }],
    ["export_run", { id: ids.exportRun, ...run }],
    ["bulk_run", { id: ids.bulkRun, ...bulk, ...byOwner(ids) }],
    ["export_run", { id: newId(), ...run }],
  ];
}

const addressOf = (mark: string): string => `${mark}@campus-riem.example`;
