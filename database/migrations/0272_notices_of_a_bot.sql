-- 0272_notices_of_a_bot.sql
-- Each bot counts its messages to a person from one. After another bot took the place of the first, a reply to a notice could be
-- taken for one to a notice of the first with the same number, which was about somebody else. A reply marked the whole dialog as
-- read, although the person had got notices of some of its messages only.

-- Of the notices so far neither bot nor message is known: replies to them are refused with a hint.
delete from chat_notice;

alter table chat_notice
  -- Number of the bot, the part of its token before the colon.
  add column bot_id text not null,
  add column chat_message_id integer not null references chat_message on delete cascade,
  drop constraint chat_notice_pkey,
  add primary key (telegram_account_id, bot_id, message_id);
create index chat_notice_by_message on chat_notice (chat_message_id);
