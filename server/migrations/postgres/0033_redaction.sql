ALTER TABLE "microsites" ADD COLUMN "redacted" jsonb;--> statement-breakpoint
ALTER TABLE "microsites" ADD COLUMN "redacting" jsonb;