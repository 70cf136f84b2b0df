-- CreateEnum
CREATE TYPE "ProjectListState" AS ENUM ('DRAFT', 'RUNNING', 'PAUSED', 'ENDED');

-- CreateEnum
CREATE TYPE "ProjectVerdict" AS ENUM ('GOOD', 'REPEATED', 'EXISTS', 'UNDER_WAY', 'MALFORMED', 'UNKNOWN_PARENT');

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "project_list" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "cloud_id" UUID NOT NULL,
    "state" "ProjectListState" NOT NULL,
    "pause_reason" TEXT,
    "wait_until" TIMESTAMPTZ(3),
    "waits" INTEGER NOT NULL DEFAULT 0,
    "brake_from" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "ignored" TEXT[],
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "state_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "project_list_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_list_row" (
    "id" UUID NOT NULL,
    "list_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "parent_n" INTEGER,
    "verdict" "ProjectVerdict" NOT NULL,
    "detail" TEXT NOT NULL,
    "is_included" BOOLEAN NOT NULL,
    "held_back" TEXT,
    "operation_id" UUID,

    CONSTRAINT "project_list_row_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "project_list_key_key" ON "project_list"("key");

-- CreateIndex
CREATE INDEX "project_list_cloud_id_created_at_id_idx" ON "project_list"("cloud_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "project_list_state_created_at_idx" ON "project_list"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "project_list_row_operation_id_key" ON "project_list_row"("operation_id");

-- CreateIndex
CREATE INDEX "project_list_row_list_id_verdict_n_idx" ON "project_list_row"("list_id", "verdict", "n");

-- CreateIndex
CREATE UNIQUE INDEX "project_list_row_list_id_n_key" ON "project_list_row"("list_id", "n");

-- CreateIndex
CREATE INDEX "cloud_created_at_id_idx" ON "cloud"("created_at", "id");

-- CreateIndex
CREATE INDEX "cloud_service_id_id_idx" ON "cloud"("service_id", "id");

-- CreateIndex
CREATE INDEX "project_cloud_id_created_at_id_idx" ON "project"("cloud_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "project_cloud_id_parent_service_id_idx" ON "project"("cloud_id", "parent_service_id");

-- AddForeignKey
ALTER TABLE "project_list" ADD CONSTRAINT "project_list_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_list_row" ADD CONSTRAINT "project_list_row_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "project_list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_list_row" ADD CONSTRAINT "project_list_row_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE SET NULL ON UPDATE CASCADE;
