-- CreateIndex
CREATE INDEX "invitation_state_idx" ON "invitation"("state");

-- CreateIndex
CREATE INDEX "invitation_state_listed_at_mail_seen_at_idx" ON "invitation"("state", "listed_at", "mail_seen_at");
