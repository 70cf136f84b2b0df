-- CreateIndex
CREATE INDEX "invitation_created_by_id_idx" ON "invitation"("created_by_id");
