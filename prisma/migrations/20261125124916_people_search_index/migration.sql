-- An index holds at most 2,704 bytes of a row. No address and hardly a name is as long.
UPDATE "member" SET "address" = left("address", 254) WHERE length("address") > 254;

UPDATE "member" SET "search_text" = left("search_text", 400) WHERE length("search_text") > 400;

-- CreateIndex
CREATE INDEX "member_is_removed_search_text_address_idx" ON "member"("is_removed", "search_text", "address");
