/** What sqlmap is let loose on: every parameter from which a query of the database follows, with a value from which it works. */
import type { KeptGround } from "#tests/support/kept-ground.ts";

/** Of the model that the ground has. */
export const DOOR = "1hOSvn6df7F8_7GcBWlRGQ";

export type Target = {
  /** Method and address, a star behind each place in the path that is tried. */
  address: string;
  /** Names of parameters that are tried; left out where stars stand. */
  tried?: string;
  /** Of a POST. */
  body?: string;
  who: "staff" | "application" | "nobody";
};

const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** `column`: of the table of doors, with a value that is there. */
export function listTargets({ idOf }: KeptGround, column: string, door: string): Target[] {
  const project = `/service/cloud/${idOf("service_cloud")}/project/${idOf("service_project")}`;
  const model = `${project}/ifc/${idOf("service_model")}`;
  const cloudPage = `/clouds/${idOf("cloud")}`;
  const modelPage = `${cloudPage}/projects/${idOf("project")}/models/${idOf("service_model")}`;
  const table = `/api/elements/${idOf("snapshot")}`;
  const view = { q: "a", in: column, s: `-${column}`, f: `${column}.contains.a`, cols: column };
  const askedBy =
    (who: Target["who"]) =>
    (address: string, values?: Record<string, string>): Target =>
      values === undefined
        ? { address, who }
        : { address: `${address}?${query(values)}`, tried: Object.keys(values).join(","), who };
  const [staff, application] = [askedBy("staff"), askedBy("application")];
  return [
    {
      address: "/service/auth/realms/portico/protocol/openid-connect/token",
      body: query({
        grant_type: "client_credentials",
        client_id: "portico-test",
        client_secret: "no",
        scope: "cloud:read",
      }),
      tried: "client_id,client_secret,scope",
      who: "nobody",
    },
    application(`/service/cloud/${idOf("service_cloud")}*`),
    application(`${project}*`),
    application(`${model}*`),
    application(`${project}/ifc`, { status: "C", type: "IFC", source: "UPLOAD" }),
    application(`${model}/element/simple`, {
      type: "IfcDoor",
      classification: "a",
      classification__notation: "b",
    }),
    application(`${model}/element/${door}*/simple`),
    application(`${project}/document/${idOf("service_document")}*/file`),
    application(`/service/cloud/${idOf("service_cloud")}/project/subtree*`),
    {
      address: `/service/cloud/${idOf("service_cloud")}/invitation`,
      body: '{"email":"sql@map.example*","redirect_uri":"https://portal.example/cloud/1*"}',
      who: "application",
    },
    staff("/clouds", {
      q: "Kept",
      sort: "newest",
      show: "current",
      after: idOf("cloud"),
      connection: idOf("connection"),
    }),
    staff(cloudPage, { q: "Kept", sort: "newest", after: idOf("project") }),
    staff("/invitations", {
      search: "people",
      state: "waiting",
      by: idOf("staff"),
      cloud: "Kept",
      after: idOf("cloud"),
    }),
    staff("/invitations/csv", { search: "people", by: idOf("staff"), cloud: idOf("cloud") }),
    staff("/operations", { show: "all", after: idOf("operation") }),
    staff("/exports", { state: "done", before: idOf("export_run") }),
    staff("/mailbox", { before: idOf("mailbox_message") }),
    staff("/audit", { before: "9" }),
    staff("/api/audit/file", {
      format: "json",
      who: idOf("staff"),
      object: idOf("cloud"),
      reference: "a",
      from: "2026-01-01",
      outcome: "DONE",
    }),
    staff("/applications/webhooks", { state: "DELIVERED", before: idOf("service_webhook_delivery") }),
    staff(modelPage, { type: "IfcDoor", q: "a", f: view.f, s: view.s }),
    staff(`${cloudPage}*`),
    staff(`/operations/${idOf("operation")}*`),
    staff(`/api/exports/${idOf("export_run")}*`),
    staff(`/api/views/${idOf("element_view")}*/file`),
    staff("/api/places", { q: "Kept" }),
    staff("/api/places/contents", { q: "FireRating" }),
    staff(`/api/projects/${idOf("project")}/models/same`, { bytes: "1", sha256: "0".repeat(64) }),
    staff("/api/places/siblings", { of: "project", id: idOf("project"), q: "Kept" }),
    staff(`${table}/rows`, Object.assign({ offset: "0", limit: "20" }, view)),
    staff(`${table}/facet`, { column, limit: "20", find: "a", q: "a" }),
    staff(`${table}/statistics`, { column, f: view.f }),
    staff(`${table}/element`, { row: "0" }),
  ];
}
