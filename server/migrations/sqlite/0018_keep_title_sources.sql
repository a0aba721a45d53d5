-- Written by hand: what is known of the titles there are. One that was given counts as typed, because nothing tells what
-- its owner edited; but a recorded tab's title that is nothing but a site's name and code is no person's words.
UPDATE microsites SET title_source = CASE WHEN status = 'active' THEN 'recap' ELSE 'file' END WHERE NOT title_given;
--> statement-breakpoint
UPDATE microsites SET title_source = 'file'
WHERE title_given AND consent_at IS NOT NULL AND (
  title LIKE 'Meet - ___-____-___' OR title LIKE 'Meet – ___-____-___'
  OR title IN ('Meet', 'Google Meet', 'Zoom', 'Zoom Meeting', 'Microsoft Teams', 'Meeting | Microsoft Teams')
);
