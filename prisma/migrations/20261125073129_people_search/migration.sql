-- AlterTable
ALTER TABLE "member" ADD COLUMN     "search_text" TEXT;

-- AlterTable
ALTER TABLE "project_member" ADD COLUMN     "search_text" TEXT;

-- Rows that are known already are found at once, and as fast as new ones.
UPDATE "member" SET "search_text" = address || ' ' || lower(name);

UPDATE "project_member" SET "search_text" = address || ' ' || lower(name);
