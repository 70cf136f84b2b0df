-- AlterTable
ALTER TABLE "project_list_row" ADD COLUMN     "chosen" BOOLEAN,
ADD COLUMN     "typed" JSONB;
