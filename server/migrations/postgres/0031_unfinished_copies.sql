CREATE TABLE "unfinished_copies" (
	"source" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
