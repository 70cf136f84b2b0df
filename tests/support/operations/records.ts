/** Complete records of what the stage makes, as they must be answered (docs/service "Records"). */
import { DETAILED_IFC } from "#tests/support/detailed-ifc.ts";
import { ANY_DATE, ANY_ID } from "./call.ts";
import type { Ids, Stage } from "./stage.ts";

type Fields = Record<string, unknown>;

/** A Cloud that the first application has created. */
export function wholeCloud({ service }: Stage, fields: Fields = {}): Fields {
  return {
    id: ANY_ID,
    name: "Own",
    features: [],
    marketplace_apps: [],
    organization: null,
    creator: null,
    creator_app: `Application ${service.first.clientId}`,
    is_default: false,
    image: null,
    created_at: ANY_DATE,
    updated_at: ANY_DATE,
    ...fields,
  };
}

/** A project of this Cloud. */
export function wholeProject(cloud: unknown, fields: Fields = {}): Fields {
  return {
    id: ANY_ID,
    name: "Own",
    logo: null,
    description: null,
    status: "A",
    cloud,
    parent_id: null,
    main_model_id: null,
    root_folder_id: ANY_ID,
    created_at: ANY_DATE,
    updated_at: ANY_DATE,
    ...fields,
  };
}

/** What the document of makeDocument has of its own. */
export const MINUTES: Fields = {
  name: "Minutes",
  file_name: "minutes.txt",
  file_type: "txt",
  size: "of the meeting".length,
};

/** The document of makeModel, or with other fields that of another upload; `versionId` is its only older version. */
export function wholeDocument(baseUrl: string, ids: Ids, fields: Fields = {}): Fields {
  const { cloudId = "", projectId = "", documentId = "", modelId, versionId } = ids;
  const model = modelId === undefined ? null : Number(modelId);
  return {
    id: Number(documentId),
    name: "detailed.ifc",
    file_name: "detailed.ifc",
    description: null,
    file: `${baseUrl}/cloud/${cloudId}/project/${projectId}/document/${documentId}/file`,
    file_type: "ifc",
    size: Buffer.byteLength(DETAILED_IFC),
    parent_id: ANY_ID,
    project: Number(projectId),
    created_by: null,
    tags: [],
    visas: [],
    created_at: ANY_DATE,
    updated_at: ANY_DATE,
    model_id: model,
    ifc_id: model,
    model_type: model === null ? null : "IFC",
    head_id: null,
    is_head_version: true,
    history_count: versionId === undefined ? 0 : 1,
    ...fields,
  };
}

/** The model of makeModel; `size` is that of its document. */
export function wholeModel(baseUrl: string, ids: Ids, { size, ...fields }: Fields = {}): Fields {
  return {
    id: Number(ids["modelId"]),
    name: "detailed.ifc",
    type: "IFC",
    creator: null,
    status: "C",
    source: "UPLOAD",
    created_at: ANY_DATE,
    updated_at: ANY_DATE,
    document_id: Number(ids["documentId"]),
    project_id: Number(ids["projectId"]),
    document: wholeDocument(baseUrl, ids, size === undefined ? {} : { size }),
    structure_file: null,
    systems_file: null,
    map_file: null,
    gltf_file: null,
    preview_file: null,
    viewer_360_file: null,
    xkt_file: null,
    binary_2d_file: null,
    xkt_files: [],
    world_position: null,
    size_ratio: null,
    errors: [],
    warnings: [],
    archived: false,
    version: null,
    north_vector: null,
    recommanded_2d_angle: null,
    parent_id: null,
    page_number: null,
    children: [],
    ...fields,
  };
}
