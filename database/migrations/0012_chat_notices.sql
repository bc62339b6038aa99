-- 0012_chat_notices.sql
-- People answer a notice of a chat message where they got it, in Telegram. A reply names the notice by its number in
-- that conversation, so we remember which dialog each notice was about. Unlinking forgets them.
create table chat_notice (
  telegram_account_id integer not null references telegram_account on delete cascade,
  message_id bigint not null,
  -- Whose dialog with the supervisors it is.
  account_id integer not null references account on delete cascade,
  sent_at_ms bigint not null,
  primary key (telegram_account_id, message_id)
);
create index chat_notice_by_account on chat_notice (account_id);
create index chat_notice_by_time on chat_notice (sent_at_ms);
