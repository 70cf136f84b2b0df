-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "unlisted_since" TIMESTAMPTZ(3);
