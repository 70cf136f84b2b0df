-- CreateTable
CREATE TABLE "audit_anchor" (
    "seq" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "cut_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_anchor_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "audit_retention" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "months" INTEGER,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by_name" TEXT NOT NULL,

    CONSTRAINT "audit_retention_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_record" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "connection_id" UUID NOT NULL,
    "connection_revision" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "request_bytes" BIGINT,
    "response_bytes" BIGINT NOT NULL,
    "content_type" TEXT,
    "reference" TEXT,
    "cause" TEXT,
    "operation_id" UUID,

    CONSTRAINT "request_record_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "request_record_connection_id_id_idx" ON "request_record"("connection_id", "id");

-- CreateIndex
CREATE INDEX "request_record_operation_id_id_idx" ON "request_record"("operation_id", "id");

-- CreateIndex
CREATE INDEX "request_record_at_idx" ON "request_record"("at");

-- CreateIndex
CREATE INDEX "audit_action_seq_idx" ON "audit"("action", "seq");

-- CreateIndex
CREATE INDEX "audit_outcome_seq_idx" ON "audit"("outcome", "seq");

-- CreateIndex
CREATE INDEX "audit_request_id_idx" ON "audit"("request_id");

-- CreateIndex
CREATE INDEX "audit_at_idx" ON "audit"("at");

-- Rows of the audit go only when an anchor keeps the hash that the chain goes on from.
CREATE OR REPLACE FUNCTION "audit_refuse_change"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM "audit_anchor" WHERE "seq" >= OLD."seq") THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit is append-only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END;
$$;

-- An anchor names a row as it stands, leaves the newest one, and lets nothing go that is younger than six months.
CREATE OR REPLACE FUNCTION "audit_check_anchor"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'Anchors of the audit are append-only: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NEW."seq" <= COALESCE((SELECT max("seq") FROM "audit_anchor"), 0) THEN
    RAISE EXCEPTION 'The audit is cut from its beginning, each piece once.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Without rows to let go it is a restored backup that brings its anchors back.
  IF EXISTS (SELECT 1 FROM "audit" WHERE "seq" <= NEW."seq") THEN
    IF NOT EXISTS (SELECT 1 FROM "audit" WHERE "seq" = NEW."seq" AND "hash" = NEW."hash")
      OR NOT EXISTS (SELECT 1 FROM "audit" WHERE "seq" > NEW."seq")
      OR EXISTS (SELECT 1 FROM "audit" WHERE "seq" <= NEW."seq" AND "at" >= now() - interval '6 months') THEN
      RAISE EXCEPTION 'The audit cannot be cut there.' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "audit_anchor_checked"
  BEFORE INSERT OR UPDATE OR DELETE ON "audit_anchor"
  FOR EACH ROW EXECUTE FUNCTION "audit_check_anchor"();

CREATE OR REPLACE TRIGGER "audit_anchor_no_truncate"
  BEFORE TRUNCATE ON "audit_anchor"
  FOR EACH STATEMENT EXECUTE FUNCTION "audit_check_anchor"();
