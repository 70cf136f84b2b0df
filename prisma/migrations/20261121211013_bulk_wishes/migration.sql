-- AlterTable
ALTER TABLE "export_run" ADD COLUMN     "forecast" JSONB;

-- AlterTable
ALTER TABLE "bulk_run" ADD COLUMN     "wish" JSONB;
