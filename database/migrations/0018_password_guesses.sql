-- 0018_password_guesses.sql
-- A right password passes while guesses from the same address or at the same name are slowed, and a browser that
-- signed in before is not slowed by the guesses of others. Counters are one row a subject instead of one a try.

drop table bounded_try;

-- Counters of rate-limiter-flexible, whose column names these are. `expire` is in ms since the epoch.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_by_expiry on rate_limit (expire);

-- Browsers in which an account has signed in with its password. The cookie holds a random key, this table its hash.
create table known_device (
  key_hash bytea not null,
  account_id integer not null references account on delete cascade,
  seen_at_ms bigint not null,
  primary key (key_hash, account_id)
);
create index known_device_by_account on known_device (account_id);
create index known_device_by_seen on known_device (seen_at_ms);
