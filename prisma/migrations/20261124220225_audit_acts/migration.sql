-- CreateIndex
CREATE INDEX "audit_request_id_seq_idx" ON "audit"("request_id", "seq");

-- CreateIndex
CREATE INDEX "audit_operation_id_seq_idx" ON "audit"("operation_id", "seq");
