-- Written by hand: of the accounts there are, the oldest one runs the server.
UPDATE users SET is_operator = true WHERE id = (SELECT id FROM users ORDER BY created_at, id LIMIT 1);
