-- AlterTable
ALTER TABLE "live_address" ADD COLUMN "means_newest" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE UNIQUE INDEX "live_address_owner_id_view_id_project_id_model_service_id_m_key" ON "live_address"("owner_id", "view_id", "project_id", "model_service_id", "means_newest");

-- DropIndex
DROP INDEX "live_address_owner_id_view_id_project_id_model_service_id_key";
