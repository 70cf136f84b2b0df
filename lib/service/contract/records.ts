/**
 * The records of the service, exactly as the embedded service writes them (docs/service "Records"): every mandatory array, nothing else. A
 * client reads more loosely; it derives its own schemas from these shapes.
 */
import { z } from "zod";

export const idSchema = z.int().positive();
/** ISO 8601 in UTC with `Z`. */
export const dateSchema = z.iso.datetime();

const urlOrNull = z.string().nullable();
const anyObject = z.record(z.string(), z.unknown());

/** RFC 6749 section 5.1 with Keycloak's additions; no refresh token. */
export const tokenResponseSchema = z.strictObject({
  access_token: z.string().min(1),
  expires_in: z.int().nonnegative(),
  refresh_expires_in: z.literal(0),
  token_type: z.literal("Bearer"),
  "not-before-policy": z.literal(0),
  scope: z.string(),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

export const userSchema = z.strictObject({
  id: idSchema,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  created_at: dateSchema,
  updated_at: dateSchema,
  /** 100 administrator, 50 user; null outside the context of a cloud. */
  cloud_role: z.int().nullable(),
  project_role: z.int().nullable(),
  provider: z.string().nullable(),
  sub: z.string().nullable(),
  profile_picture: urlOrNull,
});
export type UserRecord = z.infer<typeof userSchema>;

export const cloudSchema = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(256),
  features: z.array(anyObject),
  marketplace_apps: z.array(anyObject),
  organization: anyObject.nullable(),
  /** null when an application created the cloud. */
  creator: userSchema.nullable(),
  creator_app: z.string().nullable(),
  is_default: z.boolean(),
  image: urlOrNull,
  created_at: dateSchema,
  updated_at: dateSchema,
});
export type CloudRecord = z.infer<typeof cloudSchema>;

export const PROJECT_STATUSES = ["A", "D"] as const;

export const projectSchema = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(256),
  logo: urlOrNull,
  description: z.string().nullable(),
  /** A active, D deleted. */
  status: z.enum(PROJECT_STATUSES),
  /** The whole cloud, nested. */
  cloud: cloudSchema,
  parent_id: idSchema.nullable(),
  main_model_id: idSchema.nullable(),
  root_folder_id: idSchema,
  created_at: dateSchema,
  updated_at: dateSchema,
});
export type ProjectRecord = z.infer<typeof projectSchema>;

const projectOwnSchema = projectSchema.omit({ cloud: true });
export type ProjectTreeRecord = z.infer<typeof projectOwnSchema> & { children: ProjectTreeRecord[] };

/** GET …/project/subtree: without `cloud`, with all projects below. */
export const projectTreeSchema: z.ZodType<ProjectTreeRecord> = z.strictObject({
  ...projectOwnSchema.shape,
  get children() {
    return z.array(projectTreeSchema);
  },
});

export const MODEL_TYPES = [
  "IFC",
  "DWG",
  "DXF",
  "GLTF",
  "PDF",
  "JPEG",
  "PNG",
  "OBJ",
  "POINT_CLOUD",
  "METABUILDING",
] as const;
/** P pending, W waiting, I in process, C completed, E errored, X won't fix, D deleted. Only C can be queried. */
export const MODEL_STATUSES = ["P", "W", "I", "C", "E", "X", "D"] as const;
export const MODEL_SOURCES = ["UPLOAD", "SPLIT", "MERGE", "EXPORT", "OPTIMIZED"] as const;

export const documentSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  file_name: z.string(),
  description: z.string().nullable(),
  file: z.string(),
  file_type: z.string().nullable(),
  size: z.int().nonnegative(),
  parent_id: idSchema.nullable(),
  /** The project's id. */
  project: idSchema,
  created_by: userSchema.nullable(),
  tags: z.array(anyObject),
  visas: z.array(anyObject),
  created_at: dateSchema,
  updated_at: dateSchema,
  model_id: idSchema.nullable(),
  /** The same number as model_id. */
  ifc_id: idSchema.nullable(),
  model_type: z.enum(MODEL_TYPES).nullable(),
  /** The newest version of its series; null for the newest version itself. */
  head_id: idSchema.nullable(),
  is_head_version: z.boolean(),
  /** Number of older versions, in the newest version; 0 in older versions. */
  history_count: z.int().nonnegative(),
});
export type DocumentRecord = z.infer<typeof documentSchema>;

export const modelSchema = z.strictObject({
  id: idSchema,
  name: z.string().max(512).nullable(),
  type: z.enum(MODEL_TYPES),
  creator: userSchema.nullable(),
  status: z.enum(MODEL_STATUSES),
  source: z.enum(MODEL_SOURCES),
  created_at: dateSchema,
  updated_at: dateSchema,
  document_id: idSchema.nullable(),
  project_id: idSchema,
  document: documentSchema.nullable(),
  structure_file: urlOrNull,
  systems_file: urlOrNull,
  map_file: urlOrNull,
  gltf_file: urlOrNull,
  preview_file: urlOrNull,
  viewer_360_file: urlOrNull,
  xkt_file: urlOrNull,
  binary_2d_file: urlOrNull,
  xkt_files: z.array(anyObject),
  world_position: z.array(z.number()).nullable(),
  size_ratio: z.number().nullable(),
  errors: z.array(z.string()).nullable(),
  warnings: z.array(z.string()).nullable(),
  archived: z.boolean(),
  /** The IFC schema, e.g. IFC4. */
  version: z.string().nullable(),
  north_vector: z.array(z.array(z.number())).nullable(),
  /** Spelled like this on the wire. */
  recommanded_2d_angle: z.number().nullable(),
  parent_id: idSchema.nullable(),
  page_number: z.int().nullable(),
  children: z.array(anyObject),
  /** The embedded service's own addition, only while status is I: bytes read or answers written, and their total. */
  progress: z.strictObject({ phase: z.string(), done: z.number(), total: z.number() }).optional(),
});
export type ModelRecord = z.infer<typeof modelSchema>;

/** One class of a model: the embedded service's own addition (listModelClasses). */
export const modelClassSchema = z.strictObject({ type: z.string(), count: z.int().nonnegative() });

export const ROLE_ADMINISTRATOR = 100;
export const ROLE_USER = 50;
/** Only in projects. */
export const ROLE_GUEST = 25;

/** No status and no dates on the wire. */
export const invitationSchema = z.strictObject({
  id: idSchema,
  email: z.string(),
  redirect_uri: z.string(),
  role: z.union([z.literal(ROLE_ADMINISTRATOR), z.literal(ROLE_USER)]),
});
export type InvitationRecord = z.infer<typeof invitationSchema>;

export const projectRoleSchema = z.union([
  z.literal(ROLE_ADMINISTRATOR),
  z.literal(ROLE_USER),
  z.literal(ROLE_GUEST),
]);
export type ProjectRole = z.infer<typeof projectRoleSchema>;

export const projectInvitationSchema = z.strictObject({ ...invitationSchema.shape, role: projectRoleSchema });
export type ProjectInvitationRecord = z.infer<typeof projectInvitationSchema>;

/** A member of a project, or a person with a pending invitation; fields that only an account has are null then. */
export const projectUserSchema = z.strictObject({
  /** Id of this person in this project; unchanged when the invitation is accepted. */
  id: idSchema,
  user_id: idSchema.nullable(),
  /** The pending invitation. */
  invitation_id: idSchema.nullable(),
  email: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  profile_picture: urlOrNull,
  sub: z.string().nullable(),
  role: projectRoleSchema,
});
export type ProjectUserRecord = z.infer<typeof projectUserSchema>;

export const cloudSizeSchema = z.strictObject({
  /** Bytes of every document of the cloud. */
  managed_by_cloud_size: z.int().nonnegative(),
  managed_by_other_size: z.int().nonnegative(),
  total: z.int().nonnegative(),
});
