/** A plain reading of the bytes of small answers, written without the client's own readers, and whole records to change. */

/** undefined: not a JSON text in UTF-8. */
export function plainly(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

type Plain = Record<string, unknown>;
/** undefined: unusable. */
export type Reading = (raw: unknown) => unknown;

export const isObject = (raw: unknown): raw is Plain =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw);
const isId = (raw: unknown): raw is number => Number.isSafeInteger(raw) && (raw as number) > 0;
export const storable = (text: string): string => text.toWellFormed().split("\0").join("\u2400");
const text = (raw: unknown): string | null => (typeof raw === "string" ? storable(raw) : null);
const number = (raw: unknown): number | null =>
  typeof raw === "number" && Number.isFinite(raw) ? raw : null;
const id = (raw: unknown): number | null => (isId(raw) ? raw : null);

function sentences(raw: unknown): string[] {
  const list: unknown[] = Array.isArray(raw) ? raw : typeof raw === "string" ? [raw] : [];
  return list
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    .filter((one) => one !== "")
    .map(storable);
}

function progress(raw: unknown): unknown {
  if (!isObject(raw) || typeof raw["phase"] !== "string") return null;
  const [done, total] = [number(raw["done"]), number(raw["total"])];
  return done === null || total === null ? null : { phase: storable(raw["phase"]), done, total };
}

const record =
  (read: (raw: Plain) => Plain): Reading =>
  (raw) =>
    isObject(raw) && isId(raw["id"]) ? { id: raw["id"], ...read(raw) } : undefined;
export const listOf =
  (read: Reading): Reading =>
  (raw) => {
    if (!Array.isArray(raw)) return undefined;
    const items = raw.map(read);
    return items.includes(undefined) ? undefined : items;
  };

export const cloud = record((raw) => ({ name: text(raw["name"]), createdAt: text(raw["created_at"]) }));
export const project = record((raw) => ({
  name: text(raw["name"]),
  description: text(raw["description"]),
  status: text(raw["status"]),
  logo: text(raw["logo"]),
  parentId: id(raw["parent_id"]),
  mainModelId: id(raw["main_model_id"]),
  createdAt: text(raw["created_at"]),
}));
/** Of a document: how many older versions exist, and a text that changes with them. */
function keptVersions(document: Plain): unknown {
  const [documentId, older] = [id(document["id"]), document["history_count"]];
  if (documentId === null || !Number.isSafeInteger(older) || (older as number) < 0) return null;
  return { older, mark: `${String(documentId)} ${String(older)} ${text(document["updated_at"]) ?? ""}` };
}

export const model = record((raw) => {
  const document = isObject(raw["document"]) ? raw["document"] : {};
  return {
    kept: keptVersions(document),
    name: text(raw["name"]),
    type: text(raw["type"]),
    status: text(raw["status"]),
    source: text(raw["source"]),
    schema: text(raw["version"]),
    createdAt: text(raw["created_at"]),
    updatedAt: text(raw["updated_at"]),
    documentId: id(raw["document_id"]),
    fileName: text(document["file_name"]),
    fileBytes: number(document["size"]),
    fileAddress: text(document["file"]),
    errors: sentences(raw["errors"]),
    warnings: sentences(raw["warnings"]),
    isArchived: raw["archived"] === true,
    progress: progress(raw["progress"]),
  };
});
export const invitation = record((raw) => ({ email: text(raw["email"]), role: number(raw["role"]) }));
export const user = record((raw) => ({
  email: text(raw["email"]),
  firstName: text(raw["firstname"]),
  lastName: text(raw["lastname"]),
  cloudRole: number(raw["cloud_role"]),
  createdAt: text(raw["created_at"]),
}));
export const invited: Reading = (raw) =>
  isObject(raw) && (raw["id"] === undefined || isId(raw["id"]))
    ? { id: id(raw["id"]), email: text(raw["email"]), role: number(raw["role"]) }
    : undefined;

// Whole records to start from.

export const USER = {
  id: 12,
  email: "anna@example.org",
  firstname: "Anna",
  lastname: "Öberg",
  cloud_role: 100,
  created_at: "2026-11-21T08:00:00.000Z",
  project_role: null,
  provider: "portico",
  sub: "a-b",
};
export const CLOUD = {
  id: 4711,
  name: "Harbour \u00b7 北",
  features: [],
  marketplace_apps: [],
  organization: null,
  creator: null,
  is_default: false,
  created_at: "2026-11-21T08:00:00.000Z",
};
export const PROJECT = {
  id: 81,
  name: "Quay \u0007 7",
  logo: null,
  description: 'A "quoted" one',
  status: "A",
  cloud: CLOUD,
  parent_id: 80,
  main_model_id: 9,
  created_at: "2026-11-21T08:00:00.000Z",
};
export const MODEL = {
  id: 9,
  name: "tower.ifc",
  type: "IFC",
  status: "I",
  source: "UPLOAD",
  version: "IFC4",
  document_id: 31,
  document: {
    id: 31,
    file_name: "tower.ifc",
    size: 1048576,
    file: "https://files.example.org/31/tower.ifc",
    updated_at: "2026-11-21T08:00:00Z",
    history_count: 2,
  },
  errors: [],
  warnings: ["One", { two: 2 }],
  archived: false,
  progress: { phase: "read", done: 5, total: 10 },
  updated_at: "2026-11-21T08:00:00Z",
};
export const INVITATION = {
  id: 5,
  email: "anna@example.org",
  redirect_uri: "https://a.example/cloud/4711",
  role: 50,
};

/** Every text in a value, at any depth. */
export function textsOf(raw: unknown): string[] {
  if (typeof raw === "string") return [raw];
  return typeof raw === "object" && raw !== null ? Object.values(raw).flatMap(textsOf) : [];
}
