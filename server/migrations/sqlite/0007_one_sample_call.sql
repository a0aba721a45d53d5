DROP TABLE `factors`;--> statement-breakpoint
DROP TABLE `identities`;--> statement-breakpoint
-- Requests that came at once could make several: the newest stays the user's sample call, the others stay as what they are.
UPDATE microsites SET sample = false WHERE sample AND status <> 'failed' AND EXISTS (
  SELECT 1 FROM microsites AS newer
  WHERE newer.user_id = microsites.user_id AND newer.sample AND newer.status <> 'failed'
    AND (newer.created_at, newer.id) > (microsites.created_at, microsites.id)
);--> statement-breakpoint
CREATE UNIQUE INDEX `microsites_sample` ON `microsites` (`user_id`) WHERE sample and status <> 'failed';
