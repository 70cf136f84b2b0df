-- AlterTable
ALTER TABLE "export_run" ADD COLUMN     "models_read" INTEGER;

-- AlterTable
ALTER TABLE "bulk_run" ADD COLUMN     "one_table" BOOLEAN NOT NULL DEFAULT false;
