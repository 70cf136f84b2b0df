-- AlterTable
ALTER TABLE "export_run" ADD COLUMN     "bulk_id" UUID;

-- CreateTable
CREATE TABLE "bulk_run" (
    "id" UUID NOT NULL,
    "cloud_id" UUID NOT NULL,
    "project_id" UUID,
    "classes" TEXT[],
    "profile" TEXT NOT NULL,
    "models" INTEGER NOT NULL,
    "left_out" JSONB NOT NULL,
    "reference" TEXT NOT NULL,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "cancelled_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bulk_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_run_created_at_id_idx" ON "bulk_run"("created_at", "id");

-- CreateIndex
CREATE INDEX "export_run_bulk_id_idx" ON "export_run"("bulk_id");

-- AddForeignKey
ALTER TABLE "export_run" ADD CONSTRAINT "export_run_bulk_id_fkey" FOREIGN KEY ("bulk_id") REFERENCES "bulk_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE SET NULL ON UPDATE CASCADE;
