-- AlterTable
ALTER TABLE "export_run" ADD COLUMN     "failure_said" JSONB;

-- AlterTable
ALTER TABLE "snapshot" ADD COLUMN     "failure_said" JSONB;

CREATE OR REPLACE TRIGGER "export_run_parts"
  BEFORE UPDATE OF "failure" ON "export_run"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('failure');

CREATE OR REPLACE TRIGGER "snapshot_parts"
  BEFORE UPDATE OF "failure" ON "snapshot"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('failure');
