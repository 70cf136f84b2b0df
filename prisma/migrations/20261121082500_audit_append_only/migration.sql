-- The audit is append-only for everybody who speaks to the database as the application does.
CREATE OR REPLACE FUNCTION "audit_refuse_change"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit is append-only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END;
$$;

CREATE OR REPLACE TRIGGER "audit_append_only"
  BEFORE UPDATE OR DELETE ON "audit"
  FOR EACH ROW EXECUTE FUNCTION "audit_refuse_change"();

CREATE OR REPLACE TRIGGER "audit_no_truncate"
  BEFORE TRUNCATE ON "audit"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_refuse_change"();
