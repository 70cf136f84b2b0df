-- CreateIndex
CREATE INDEX "invitation_state_state_since_idx" ON "invitation"("state", "state_since");
