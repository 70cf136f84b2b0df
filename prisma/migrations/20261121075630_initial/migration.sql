-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "StaffRole" AS ENUM ('VIEWER', 'OPERATOR', 'ADMINISTRATOR');

-- CreateEnum
CREATE TYPE "ConnectionKind" AS ENUM ('BUILTIN', 'LIVE');

-- CreateEnum
CREATE TYPE "OperationKind" AS ENUM ('CREATE_CLOUD', 'CREATE_PROJECT', 'INVITE', 'CANCEL_INVITATION', 'UPLOAD');

-- CreateEnum
CREATE TYPE "OperationState" AS ENUM ('PREPARED', 'HELD', 'SENDING', 'NOT_SENT', 'REFUSED', 'DONE', 'ALREADY', 'DONE_ID_LOST', 'UNKNOWN', 'RESOLVED_DONE', 'RESOLVED_ABSENT', 'DISCARDED');

-- CreateEnum
CREATE TYPE "AuditOutcome" AS ENUM ('DONE', 'REFUSED', 'UNKNOWN', 'FAILED');

-- CreateEnum
CREATE TYPE "InvitationState" AS ENUM ('SENDING', 'NOT_SENT', 'WAITING', 'JOINED', 'GONE', 'CANCELLED', 'REFUSED', 'UNKNOWN');

-- CreateEnum
CREATE TYPE "RunState" AS ENUM ('READING', 'READY', 'FAILED');

-- CreateEnum
CREATE TYPE "ExportState" AS ENUM ('QUEUED', 'READING', 'WRITING', 'VERIFYING', 'DONE', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "ModelStatus" AS ENUM ('P', 'W', 'I', 'C', 'E', 'X', 'D');

-- CreateEnum
CREATE TYPE "ServiceInvitationState" AS ENUM ('P', 'A', 'D');

-- CreateTable
CREATE TABLE "staff" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "StaffRole" NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_session" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_link" (
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "id" BIGSERIAL NOT NULL,
    "key_hash" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "ConnectionKind" NOT NULL,
    "base_url" TEXT NOT NULL,
    "auth_url" TEXT NOT NULL,
    "realm" TEXT NOT NULL,
    "platform_url" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_cipher" BYTEA NOT NULL,
    "secret_last4" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "clouds_read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "capability" (
    "connection_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "answers" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "capability_pkey" PRIMARY KEY ("connection_id","operation")
);

-- CreateTable
CREATE TABLE "cloud" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "service_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "sort_name" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "missing_since" TIMESTAMPTZ(3),
    "projects_read_at" TIMESTAMPTZ(3),
    "invitations_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "cloud_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "cloud_id" UUID NOT NULL,
    "service_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "sort_name" TEXT NOT NULL,
    "description" TEXT,
    "status" TEXT NOT NULL,
    "logo" TEXT,
    "parent_service_id" BIGINT,
    "main_model_id" BIGINT,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "cloud_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "service_id" BIGINT,
    "role" INTEGER,
    "state" "InvitationState" NOT NULL,
    "evidence" TEXT NOT NULL,
    "state_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mails_asked" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operation" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "OperationKind" NOT NULL,
    "connection_id" UUID NOT NULL,
    "connection_revision" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "request_sha256" TEXT NOT NULL,
    "subject_key" TEXT NOT NULL,
    "open_key" TEXT,
    "title" TEXT NOT NULL,
    "context" JSONB NOT NULL,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "state" "OperationState" NOT NULL,
    "state_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cause" TEXT,
    "result" JSONB,
    "quiet_until" TIMESTAMPTZ(3),
    "settled_by_id" UUID,
    "settled_by_name" TEXT,
    "settled_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "lease_token" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "outcome" "OperationState",
    "evidence" JSONB,

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit" (
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "outcome" "AuditOutcome" NOT NULL,
    "request_id" TEXT NOT NULL,
    "operation_id" UUID,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "snapshot" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "cloud_service_id" INTEGER NOT NULL,
    "project_service_id" INTEGER NOT NULL,
    "model_service_id" INTEGER NOT NULL,
    "ifc_class" TEXT NOT NULL,
    "model_version" TEXT NOT NULL,
    "state" "RunState" NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "columns" INTEGER NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "failure" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "snapshot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_run" (
    "id" UUID NOT NULL,
    "snapshot_id" UUID,
    "cloud_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "model_id" INTEGER NOT NULL,
    "model_name" TEXT NOT NULL,
    "ifc_class" TEXT NOT NULL,
    "profile" TEXT NOT NULL,
    "state" "ExportState" NOT NULL,
    "rows_done" INTEGER NOT NULL DEFAULT 0,
    "rows_total" INTEGER,
    "columns" INTEGER,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "file_name" TEXT NOT NULL,
    "failure" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "instance" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "worker_ids" TEXT[],

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_mail" (
    "id" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body_cipher" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "delivered_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "outbox_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mailbox_message" (
    "id" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailbox_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_application" (
    "id" SERIAL NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_secret" (
    "id" SERIAL NOT NULL,
    "application_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_signing_key" (
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "private_cipher" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "service_user" (
    "id" SERIAL NOT NULL,
    "sub" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "firstname" TEXT NOT NULL,
    "lastname" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "profile_picture" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_user_session" (
    "id_hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_user_session_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "service_cloud" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "image" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "creator_app_id" INTEGER,
    "creator_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_cloud_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_cloud_application" (
    "cloud_id" INTEGER NOT NULL,
    "application_id" INTEGER NOT NULL,

    CONSTRAINT "service_cloud_application_pkey" PRIMARY KEY ("cloud_id","application_id")
);

-- CreateTable
CREATE TABLE "service_member" (
    "cloud_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_member_pkey" PRIMARY KEY ("cloud_id","user_id")
);

-- CreateTable
CREATE TABLE "service_project" (
    "id" SERIAL NOT NULL,
    "cloud_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "logo" TEXT,
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'A',
    "parent_id" INTEGER,
    "main_model_id" INTEGER,
    "root_folder_id" SERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_document" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "description" TEXT,
    "file_key" TEXT NOT NULL,
    "file_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "parent_id" INTEGER,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_model" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "document_id" INTEGER,
    "name" TEXT,
    "type" TEXT NOT NULL DEFAULT 'IFC',
    "status" "ModelStatus" NOT NULL DEFAULT 'P',
    "source" TEXT NOT NULL DEFAULT 'UPLOAD',
    "version" TEXT,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "answers_key" TEXT,
    "progress" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_invitation" (
    "id" SERIAL NOT NULL,
    "cloud_id" INTEGER NOT NULL,
    "application_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "role" INTEGER NOT NULL DEFAULT 100,
    "state" "ServiceInvitationState" NOT NULL DEFAULT 'P',
    "token_hash" TEXT,
    "token_expires" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE INDEX "staff_session_staff_id_idx" ON "staff_session"("staff_id");

-- CreateIndex
CREATE INDEX "sign_in_failure_key_hash_failed_at_idx" ON "sign_in_failure"("key_hash", "failed_at");

-- CreateIndex
CREATE INDEX "cloud_sort_name_id_idx" ON "cloud"("sort_name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "cloud_connection_id_service_id_key" ON "cloud"("connection_id", "service_id");

-- CreateIndex
CREATE INDEX "project_cloud_id_sort_name_id_idx" ON "project"("cloud_id", "sort_name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "project_cloud_id_service_id_key" ON "project"("cloud_id", "service_id");

-- CreateIndex
CREATE INDEX "invitation_cloud_id_created_at_id_idx" ON "invitation"("cloud_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invitation_created_at_id_idx" ON "invitation"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_cloud_id_address_key" ON "invitation"("cloud_id", "address");

-- CreateIndex
CREATE UNIQUE INDEX "operation_key_key" ON "operation"("key");

-- CreateIndex
CREATE UNIQUE INDEX "operation_open_key_key" ON "operation"("open_key");

-- CreateIndex
CREATE INDEX "operation_state_updated_at_idx" ON "operation"("state", "updated_at");

-- CreateIndex
CREATE INDEX "operation_connection_id_subject_key_idx" ON "operation"("connection_id", "subject_key");

-- CreateIndex
CREATE INDEX "operation_created_at_idx" ON "operation"("created_at");

-- CreateIndex
CREATE INDEX "attempt_lease_until_idx" ON "attempt"("lease_until");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_operation_id_n_key" ON "attempt"("operation_id", "n");

-- CreateIndex
CREATE INDEX "audit_object_type_object_id_seq_idx" ON "audit"("object_type", "object_id", "seq");

-- CreateIndex
CREATE INDEX "audit_actor_id_seq_idx" ON "audit"("actor_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "snapshot_connection_id_model_service_id_ifc_class_model_ver_key" ON "snapshot"("connection_id", "model_service_id", "ifc_class", "model_version");

-- CreateIndex
CREATE INDEX "export_run_created_at_idx" ON "export_run"("created_at");

-- CreateIndex
CREATE INDEX "export_run_state_lease_until_idx" ON "export_run"("state", "lease_until");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_mail_message_id_key" ON "outbox_mail"("message_id");

-- CreateIndex
CREATE INDEX "outbox_mail_created_at_idx" ON "outbox_mail"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "mailbox_message_message_id_key" ON "mailbox_message"("message_id");

-- CreateIndex
CREATE INDEX "mailbox_message_at_idx" ON "mailbox_message"("at");

-- CreateIndex
CREATE INDEX "mailbox_message_recipient_idx" ON "mailbox_message"("recipient");

-- CreateIndex
CREATE UNIQUE INDEX "service_application_client_id_key" ON "service_application"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_user_sub_key" ON "service_user"("sub");

-- CreateIndex
CREATE UNIQUE INDEX "service_user_email_key" ON "service_user"("email");

-- CreateIndex
CREATE INDEX "service_user_session_user_id_idx" ON "service_user_session"("user_id");

-- CreateIndex
CREATE INDEX "service_cloud_application_application_id_idx" ON "service_cloud_application"("application_id");

-- CreateIndex
CREATE INDEX "service_member_user_id_idx" ON "service_member"("user_id");

-- CreateIndex
CREATE INDEX "service_project_cloud_id_idx" ON "service_project"("cloud_id");

-- CreateIndex
CREATE INDEX "service_project_parent_id_idx" ON "service_project"("parent_id");

-- CreateIndex
CREATE INDEX "service_document_project_id_idx" ON "service_document"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_model_document_id_key" ON "service_model"("document_id");

-- CreateIndex
CREATE INDEX "service_model_project_id_idx" ON "service_model"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_invitation_token_hash_key" ON "service_invitation"("token_hash");

-- CreateIndex
CREATE INDEX "service_invitation_address_idx" ON "service_invitation"("address");

-- CreateIndex
CREATE UNIQUE INDEX "service_invitation_cloud_id_application_id_address_key" ON "service_invitation"("cloud_id", "application_id", "address");

-- AddForeignKey
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "capability" ADD CONSTRAINT "capability_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cloud" ADD CONSTRAINT "cloud_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operation" ADD CONSTRAINT "operation_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_secret" ADD CONSTRAINT "service_secret_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "service_application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_user_session" ADD CONSTRAINT "service_user_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "service_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_cloud" ADD CONSTRAINT "service_cloud_creator_app_id_fkey" FOREIGN KEY ("creator_app_id") REFERENCES "service_application"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_cloud_application" ADD CONSTRAINT "service_cloud_application_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "service_cloud"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_cloud_application" ADD CONSTRAINT "service_cloud_application_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "service_application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "service_cloud"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "service_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_project" ADD CONSTRAINT "service_project_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "service_cloud"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_project" ADD CONSTRAINT "service_project_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "service_project"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_document" ADD CONSTRAINT "service_document_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "service_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_model" ADD CONSTRAINT "service_model_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "service_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_model" ADD CONSTRAINT "service_model_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "service_document"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_invitation" ADD CONSTRAINT "service_invitation_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "service_cloud"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_invitation" ADD CONSTRAINT "service_invitation_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "service_application"("id") ON DELETE CASCADE ON UPDATE CASCADE;
