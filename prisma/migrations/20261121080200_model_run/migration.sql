-- AlterTable
ALTER TABLE "service_model" ADD COLUMN     "run_id" UUID;
