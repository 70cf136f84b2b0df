-- AlterTable
ALTER TABLE "audit" ADD COLUMN     "mac" TEXT;
