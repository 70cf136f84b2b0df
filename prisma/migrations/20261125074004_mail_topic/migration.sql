-- AlterTable
ALTER TABLE "outbox_mail" ADD COLUMN     "topic" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "mailbox_message" ADD COLUMN     "topic" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "mailbox_message_topic_idx" ON "mailbox_message"("topic");
