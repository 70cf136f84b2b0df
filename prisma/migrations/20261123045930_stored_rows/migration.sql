-- AlterTable
ALTER TABLE "invitation_run_row" ADD COLUMN     "detail_said" JSONB,
ADD COLUMN     "held_back_said" JSONB;

-- AlterTable
ALTER TABLE "plan_step" ADD COLUMN     "detail_said" JSONB,
ADD COLUMN     "held_back_said" JSONB;

-- AlterTable
ALTER TABLE "project_list_row" ADD COLUMN     "detail_said" JSONB,
ADD COLUMN     "held_back_said" JSONB;

CREATE OR REPLACE TRIGGER "invitation_run_row_parts"
  BEFORE UPDATE OF "detail", "held_back" ON "invitation_run_row"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('detail', 'held_back');

CREATE OR REPLACE TRIGGER "plan_step_parts"
  BEFORE UPDATE OF "detail", "held_back" ON "plan_step"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('detail', 'held_back');

CREATE OR REPLACE TRIGGER "project_list_row_parts"
  BEFORE UPDATE OF "detail", "held_back" ON "project_list_row"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('detail', 'held_back');
