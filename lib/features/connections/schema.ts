/** What services of connections may offer, and the names of their parts. */

/** Operations that a service may or may not answer (docs/service "Neighbouring operations"). */
export const CAPABILITIES = [
  "listClouds",
  "getCloud",
  "changeCloud",
  "deleteCloud",
  "listProjects",
  "getProject",
  "changeProject",
  "deleteProject",
  "getModel",
  "changeModel",
  "reprocessModel",
  "deleteModel",
  "downloadDocument",
  "listClasses",
  "getRawElements",
  "uploadDocument",
  "listInvitations",
  "cancelInvitation",
  "listCloudUsers",
  "changeCloudUser",
  "removeCloudUser",
  "listProjectUsers",
  "changeProjectUser",
  "removeProjectUser",
  "inviteToProject",
] as const;
export type CapabilityName = (typeof CAPABILITIES)[number];

/** The embedded service's realm (docs/service "Addresses"). */
export const BUILTIN_REALM = "portico";
