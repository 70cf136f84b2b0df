-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "cause_said" JSONB;

-- The parts of a sentence go with it. A version from before them changes a sentence alone, also to erase what it quotes; the columns of
-- sentences are the trigger's arguments, each with its parts in <column>_said.
CREATE OR REPLACE FUNCTION "stored_sentence_drop_parts"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  changed jsonb := to_jsonb(NEW);
  parts text;
BEGIN
  FOR i IN 0 .. TG_NARGS - 1 LOOP
    parts := TG_ARGV[i] || '_said';
    IF changed -> TG_ARGV[i] IS DISTINCT FROM before -> TG_ARGV[i]
       AND changed -> parts IS NOT DISTINCT FROM before -> parts THEN
      NEW := jsonb_populate_record(NEW, jsonb_build_object(parts, NULL));
    END IF;
  END LOOP;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "operation_parts"
  BEFORE UPDATE OF "cause" ON "operation"
  FOR EACH ROW EXECUTE FUNCTION "stored_sentence_drop_parts"('cause');
