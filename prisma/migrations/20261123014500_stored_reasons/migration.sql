-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "evidence_said" JSONB;

-- AlterTable
ALTER TABLE "invitation_run" ADD COLUMN     "pause_reason_said" JSONB;

-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "pause_reason_said" JSONB;

-- AlterTable
ALTER TABLE "project_list" ADD COLUMN     "pause_reason_said" JSONB;

CREATE OR REPLACE TRIGGER "invitation_parts"
  BEFORE UPDATE OF "evidence" ON "invitation"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('evidence');

CREATE OR REPLACE TRIGGER "invitation_run_parts"
  BEFORE UPDATE OF "pause_reason" ON "invitation_run"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('pause_reason');

CREATE OR REPLACE TRIGGER "plan_parts"
  BEFORE UPDATE OF "pause_reason" ON "plan"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('pause_reason');

CREATE OR REPLACE TRIGGER "project_list_parts"
  BEFORE UPDATE OF "pause_reason" ON "project_list"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('pause_reason');
