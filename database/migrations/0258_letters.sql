-- 0258_letters.sql
-- A letter that waited for another try lived in the memory of one web process: a mail server that was away for minutes lost the
-- letters of each process that was restarted meanwhile, or killed.

-- A letter to be sent. It has neither text nor link: mailed_key knows hashes alone, so each try makes a key of its own.
create table letter (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('reset', 'confirm', 'passwordChanged', 'emailChanged')),
  -- What somebody who forgot a password entered. Whether there is such an account is looked up after the answer.
  login text,
  -- Both are null until the account of the login was looked up.
  account_id integer references account on delete cascade,
  email text,
  locale text not null check (locale in ('ru-ru', 'en-us')),
  -- The same at each try: a mail server that took the letter and lost the answer gets it again.
  message_id uuid not null default gen_random_uuid(),
  -- Tries that have begun.
  tries integer not null default 0,
  -- While a try goes on, the end of its lease.
  next_try_at_ms bigint not null,
  expires_at_ms bigint not null,
  check ((kind = 'reset') = (login is not null)),
  check (login is not null or (account_id is not null and email is not null))
);
create index letter_by_account on letter (account_id);
create index letter_by_next_try on letter (next_try_at_ms);
