/**
 * What of the database may leave the server, column by column: `leaves` is shown or returned somewhere, to people who may see it; `kept` is
 * in no answer to anybody. Only columns that can contain words, keys, ids or bytes; numbers, times, flags and states contain no secret.
 */
import type { Client } from "pg";

type Columns = { readonly leaves?: string; readonly kept?: string };

/** By table; tables of the job queue with their schema. Names separated by blanks. */
export const COLUMNS_OF: Readonly<Record<string, Columns>> = {
  "graphile_worker._private_job_queues": { kept: "queue_name locked_by" },
  "graphile_worker._private_jobs": { kept: "payload last_error key locked_by flags" },
  "graphile_worker._private_known_crontabs": { leaves: "identifier" },
  "graphile_worker._private_tasks": { leaves: "identifier" },
  _prisma_migrations: { leaves: "migration_name", kept: "id checksum logs" },
  attempt: { leaves: "id operation_id evidence", kept: "lease_token" },
  audit: {
    leaves:
      "actor_id actor_name action object_type object_id before after request_id operation_id prev_hash hash mac",
  },
  audit_anchor: { leaves: "hash" },
  audit_retention: { leaves: "changed_by_name" },
  bulk_run: {
    leaves: "id cloud_id project_id classes profile left_out reference actor_id actor_name cancelled_by wish",
  },
  capability: { leaves: "connection_id operation" },
  cloud: { leaves: "id connection_id name created_by_id", kept: "sort_name" },
  connection: {
    leaves: "id name base_url auth_url realm platform_url client_id secret_last4",
    kept: "secret_cipher",
  },
  connection_check: { leaves: "id connection_id rungs actor_name" },
  element_view: { leaves: "id owner_id name content", kept: "name_key" },
  export_run: {
    leaves:
      "id snapshot_id project_id model_name ifc_class profile sha256 file_name failure failure_said actor_id actor_name cancelled_by reference request bulk_id forecast",
    kept: "file_key runner_token",
  },
  instance: { kept: "id host worker_ids" },
  invitation: { leaves: "id cloud_id address email redirect_uri evidence evidence_said created_by_id" },
  invitation_run: {
    leaves: "id cloud_id pause_reason pause_reason_said file_name actor_id actor_name reference",
    kept: "key",
  },
  invitation_run_row: {
    leaves:
      "id run_id typed address email detail detail_said suggestion held_back held_back_said operation_id",
  },
  live_address: { leaves: "id owner_id view_id project_id columns" },
  mailbox_message: { leaves: "id message_id recipient sender subject text html topic" },
  member: { leaves: "cloud_id address email name search_text" },
  // The key is the address.
  person_removal: {
    leaves: "id address email open_key stop_reason stop_reason_said actor_id actor_name reference",
  },
  person_removal_place: { leaves: "removal_id cloud_id problem problem_said" },
  model_dismissal: { leaves: "project_id name failed_at error actor_name" },
  model_list: { leaves: "project_id content" },
  // The mark consists of numbers and times that are shown beside it.
  model_series: { leaves: "id project_id history_mark" },
  model_version: { leaves: "project_id series_id file_name added_by_name" },
  operation: {
    leaves:
      "id connection_id method path body title actor_id actor_name cause cause_said result settled_by_id settled_by_name note",
    kept: "key request_sha256 subject_key open_key context",
  },
  outbox_mail: { leaves: "id message_id recipient subject topic last_error", kept: "body_cipher" },
  password_reset: { leaves: "staff_id", kept: "token_hash" },
  personal_token: { leaves: "id staff_id name hint view_id", kept: "token_hash" },
  plan: {
    leaves: "id connection_id name pause_reason pause_reason_said file_name actor_id actor_name reference",
    kept: "key",
  },
  plan_step: { leaves: "id plan_id title fields detail detail_said held_back held_back_said operation_id" },
  project: { leaves: "id cloud_id name description status logo created_by_id", kept: "sort_name" },
  project_invitation: {
    leaves: "id project_id address email redirect_uri evidence evidence_said created_by_id",
  },
  project_list: {
    leaves: "id cloud_id pause_reason pause_reason_said file_name ignored actor_id actor_name reference",
    kept: "key",
  },
  project_list_row: {
    leaves: "id list_id name fields typed detail detail_said held_back held_back_said operation_id",
  },
  project_member: { leaves: "project_id address email name search_text" },
  recovery_code: { leaves: "staff_id", kept: "id code_hash" },
  refusal: { leaves: "staff_id unknown network place reason", kept: "key" },
  rehearsal: { leaves: "plan_id list_id problem actor_name", kept: "id script" },
  rehearsal_step: { leaves: "words", kept: "rehearsal_id" },
  request_record: {
    leaves: "connection_id method path content_type reference cause operation_id",
  },
  service_application: { leaves: "client_id name scopes redirect_rules" },
  service_cloud: { leaves: "name image" },
  service_document: { leaves: "name file_name description file_type sha256", kept: "file_key" },
  service_invitation: { leaves: "address email redirect_uri", kept: "token_hash" },
  service_model: {
    leaves: "name type source version errors warnings progress",
    kept: "answers_key run_id",
  },
  service_password_reset: { kept: "token_hash" },
  service_project: { leaves: "name logo description status" },
  service_recovery_code: { kept: "id code_hash" },
  service_secret: { leaves: "hint", kept: "secret_hash" },
  service_signing_key: { leaves: "kid public_jwk", kept: "private_cipher" },
  service_user: { leaves: "sub email firstname lastname profile_picture", kept: "password_hash totp_cipher" },
  service_user_session: { kept: "id_hash" },
  service_webhook: { leaves: "events url", kept: "secret_cipher" },
  service_webhook_delivery: { leaves: "id event last_error", kept: "body" },
  setup_link: { kept: "token_hash" },
  sign_in_failure: { kept: "key_hash" },
  snapshot: {
    leaves: "id ifc_class model_version sha256 failure failure_said model_name project_id reference",
  },
  snapshot_property: { leaves: "snapshot_id set property search_name" },
  staff: { leaves: "id email name", kept: "password_hash totp_cipher" },
  staff_identity: { leaves: "staff_id issuer", kept: "subject" },
  staff_invitation: {
    leaves: "id email invited_by_id invited_by_name",
    kept: "token_hash open_key outbox_id",
  },
  staff_session: { leaves: "id staff_id device network" },
  // A hash is meaningless without the file.
  upload_content: { leaves: "operation_id project_id sha256" },
};

/** Columns of a table that are in no answer. */
export function keptOf(table: string): string[] {
  return namesIn(COLUMNS_OF[table]?.kept);
}

const namesIn = (text: string | undefined): string[] => text?.split(" ") ?? [];

/**
 * Every column of the database that can contain something secret and is not listed here exactly once, and every listed one that does not
 * exist.
 */
export async function listMislisted(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select case when c.table_schema = 'public' then '' else c.table_schema || '.' end || c.table_name || '.' || c.column_name as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
       and c.data_type not in ('integer', 'smallint', 'bigint', 'boolean', 'timestamp with time zone', 'USER-DEFINED')`,
  );
  const there = rows.map(({ name }) => name);
  const listed = Object.entries(COLUMNS_OF).flatMap(([table, { leaves, kept }]) =>
    [...namesIn(leaves), ...namesIn(kept)].map((column) => `${table}.${column}`),
  );
  return [
    ...there.filter((name) => !listed.includes(name)).map((name) => `${name} is not listed`),
    ...listed.filter((name) => !there.includes(name)).map((name) => `${name} is not there`),
    ...listed.filter((name, at) => listed.indexOf(name) !== at).map((name) => `${name} is listed twice`),
  ];
}
