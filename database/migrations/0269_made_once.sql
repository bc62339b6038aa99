-- 0269_made_once.sql
-- A contest, or a rejudging, whose answer was lost on the way was made twice when its maker pressed the button again. Requests
-- that make one may carry a key now, as those do that send a solution or a message.

alter table contest add column idempotency_key text;
create unique index contest_by_idempotency_key on contest (author_id, idempotency_key)
  where idempotency_key is not null;

alter table rejudging add column idempotency_key text;
create unique index rejudging_by_idempotency_key on rejudging (author_id, idempotency_key)
  where idempotency_key is not null;
