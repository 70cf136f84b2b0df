-- AlterTable
ALTER TABLE "export_run" ADD COLUMN     "request" JSONB,
ADD COLUMN     "step_started_at" TIMESTAMPTZ(3);
