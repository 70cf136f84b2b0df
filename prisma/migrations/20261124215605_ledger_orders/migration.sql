-- CreateIndex
CREATE INDEX "invitation_address_id_idx" ON "invitation"("address", "id");

-- CreateIndex
CREATE INDEX "invitation_state_since_id_idx" ON "invitation"("state_since", "id");

-- CreateIndex
CREATE INDEX "invitation_cloud_id_state_since_id_idx" ON "invitation"("cloud_id", "state_since", "id");
