-- 0270_successors_unshown.sql
-- The new token of a session goes out with a single answer. When that answer was lost, as by a page that was loaded again or a
-- network that went away, the old token was refused a minute later, and the person was signed out in the middle of a contest.

-- The salt from which the present token was made out of the previous one, as long as nobody has shown the present one: whoever
-- shows the previous token is given the same present one again. Neither the table nor an old token alone gives a token.
alter table session add column successor_salt bytea;
