-- Written by hand: the generator does not know what PostgreSQL called the key.
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_pkey";--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_id_kind_pk" PRIMARY KEY("id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_running" ON "jobs" USING btree ("id") WHERE status = 'running';