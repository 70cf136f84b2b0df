/**
 * The addresses of the service (interface.md section 4, wire-facts.md "Neighbouring operations"), built in one place for both
 * sides. Paths start after {base_url} or {auth_url}; they carry no version segment and no trailing slash.
 */

/** `ifc` and `model` are aliases over the same ids on every path. */
export type ModelSegment = "ifc" | "model";

/** After {auth_url}: the token endpoint of a realm (interface.md endpoint 1). */
export function tokenPath(realm: string): string {
  return `/auth/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`;
}

/** After {auth_url}: what an issuer publishes about itself (OpenID Connect Discovery 1.0 section 4). */
export function discoveryPath(realm: string): string {
  return `/auth/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`;
}

/** After {auth_url}: the public signing keys (RFC 7517). */
export function certsPath(realm: string): string {
  return `/auth/realms/${encodeURIComponent(realm)}/protocol/openid-connect/certs`;
}

export const cloudsPath = "/cloud";

export function cloudPath(cloudId: number): string {
  return `/cloud/${String(cloudId)}`;
}

export function cloudUsersPath(cloudId: number): string {
  return `${cloudPath(cloudId)}/user`;
}

export function invitationsPath(cloudId: number): string {
  return `${cloudPath(cloudId)}/invitation`;
}

export function invitationPath(cloudId: number, invitationId: number): string {
  return `${invitationsPath(cloudId)}/${String(invitationId)}`;
}

export function projectsPath(cloudId: number): string {
  return `${cloudPath(cloudId)}/project`;
}

export function projectPath(cloudId: number, projectId: number): string {
  return `${projectsPath(cloudId)}/${String(projectId)}`;
}

export function documentsPath(cloudId: number, projectId: number): string {
  return `${projectPath(cloudId, projectId)}/document`;
}

export function documentPath(cloudId: number, projectId: number, documentId: number): string {
  return `${documentsPath(cloudId, projectId)}/${String(documentId)}`;
}

/** The bytes of a document: what its record's `file` points to on the embedded service. */
export function documentFilePath(cloudId: number, projectId: number, documentId: number): string {
  return `${documentPath(cloudId, projectId, documentId)}/file`;
}

/** The older versions of a document. */
export function documentHistoryPath(cloudId: number, projectId: number, documentId: number): string {
  return `${documentPath(cloudId, projectId, documentId)}/history`;
}

export function modelsPath(cloudId: number, projectId: number, segment: ModelSegment = "ifc"): string {
  return `${projectPath(cloudId, projectId)}/${segment}`;
}

export function modelPath(
  cloudId: number,
  projectId: number,
  modelId: number,
  segment: ModelSegment = "ifc",
): string {
  return `${modelsPath(cloudId, projectId, segment)}/${String(modelId)}`;
}

/** The classes of a model with their counts: an addition of the embedded service that other services need not answer. */
export function modelClassesPath(cloudId: number, projectId: number, modelId: number): string {
  return `${modelPath(cloudId, projectId, modelId)}/classes`;
}

/** interface.md endpoint 5; without a class name: all elements. */
export function simpleElementsPath(
  cloudId: number,
  projectId: number,
  modelId: number,
  ifcClass?: string,
): string {
  return `${modelPath(cloudId, projectId, modelId)}/element/simple${typeFilter(ifcClass)}`;
}

/** wire-facts.md "Raw elements": the answer with units and value types; without a class name: all elements. */
export function rawElementsPath(
  cloudId: number,
  projectId: number,
  modelId: number,
  ifcClass?: string,
): string {
  return `${modelPath(cloudId, projectId, modelId)}/element/raw${typeFilter(ifcClass)}`;
}

function typeFilter(ifcClass: string | undefined): string {
  return ifcClass === undefined ? "" : `?type=${encodeURIComponent(ifcClass)}`;
}

/** After {platform_url}: where an invited person lands (interface.md section 2, redirect_uri). */
export function platformCloudPath(cloudId: number): string {
  return `/cloud/${String(cloudId)}`;
}
