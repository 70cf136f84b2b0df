-- CreateIndex
CREATE INDEX "project_invitation_created_at_id_idx" ON "project_invitation"("created_at", "id");

-- CreateIndex
CREATE INDEX "project_invitation_address_id_idx" ON "project_invitation"("address", "id");

-- CreateIndex
CREATE INDEX "project_invitation_state_since_id_idx" ON "project_invitation"("state_since", "id");
