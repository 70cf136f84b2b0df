-- AlterEnum
CREATE TYPE "OperationKind_new" AS ENUM ('CREATE_CLOUD', 'CREATE_PROJECT', 'INVITE', 'UPLOAD');
ALTER TABLE "operation" ALTER COLUMN "kind" TYPE "OperationKind_new" USING ("kind"::text::"OperationKind_new");
ALTER TYPE "OperationKind" RENAME TO "OperationKind_old";
ALTER TYPE "OperationKind_new" RENAME TO "OperationKind";
DROP TYPE "OperationKind_old";

-- AlterEnum
ALTER TYPE "AuditOutcome" ADD VALUE 'INTENDED';

-- DropIndex
DROP INDEX "snapshot_connection_id_model_service_id_ifc_class_model_ver_key";

-- DropIndex
DROP INDEX "export_run_created_at_idx";

-- DropIndex
DROP INDEX "export_run_state_lease_until_idx";

-- AlterTable
ALTER TABLE "snapshot" DROP COLUMN "cloud_service_id",
DROP COLUMN "connection_id",
DROP COLUMN "project_service_id",
ADD COLUMN     "generation" INTEGER NOT NULL,
ADD COLUMN     "model_name" TEXT NOT NULL,
ADD COLUMN     "project_id" UUID NOT NULL,
ADD COLUMN     "reference" TEXT NOT NULL,
ADD COLUMN     "started_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "stored_bytes" BIGINT NOT NULL DEFAULT 0,
ALTER COLUMN "model_service_id" SET DATA TYPE BIGINT,
ALTER COLUMN "last_used_at" DROP DEFAULT;

-- AlterTable
ALTER TABLE "export_run" DROP COLUMN "cloud_id",
DROP COLUMN "lease_until",
DROP COLUMN "model_id",
ADD COLUMN     "actor_name" TEXT NOT NULL,
ADD COLUMN     "cancelled_by" TEXT,
ADD COLUMN     "file_key" TEXT,
ADD COLUMN     "model_service_id" BIGINT NOT NULL,
ADD COLUMN     "reference" TEXT NOT NULL,
ADD COLUMN     "runner_token" UUID,
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ALTER COLUMN "created_at" DROP DEFAULT;

-- CreateIndex
CREATE INDEX "snapshot_state_last_used_at_idx" ON "snapshot"("state", "last_used_at");

-- CreateIndex
CREATE UNIQUE INDEX "snapshot_project_id_model_service_id_ifc_class_model_versio_key" ON "snapshot"("project_id", "model_service_id", "ifc_class", "model_version", "generation");

-- CreateIndex
CREATE INDEX "export_run_created_at_id_idx" ON "export_run"("created_at", "id");

-- CreateIndex
CREATE INDEX "export_run_state_created_at_idx" ON "export_run"("state", "created_at");

-- CreateIndex
CREATE INDEX "export_run_snapshot_id_idx" ON "export_run"("snapshot_id");

-- AddForeignKey
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_snapshot_id_fkey" FOREIGN KEY ("snapshot_id") REFERENCES "snapshot"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
