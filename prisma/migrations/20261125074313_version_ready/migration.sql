-- AlterTable
ALTER TABLE "model_version" ADD COLUMN     "ready_at" TIMESTAMPTZ(3);
