-- AlterTable
ALTER TABLE "export_run" ADD COLUMN     "guarded_cells" BIGINT;
