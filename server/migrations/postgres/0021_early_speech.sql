ALTER TABLE "uploads" ADD COLUMN "speech_hints" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "speech_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "speech_at_bytes" bigint DEFAULT 0 NOT NULL;