-- 0101_question_categories.sql
-- Questions that are about no problem belong to a category, so that those who mend machines see theirs; supervisors
-- move a question that came under the wrong one. A jury says the same things again and again, in two languages: an
-- organiser keeps the answers of a contest, and a message carries its text in each language that it was written in.

alter table contest_message
  -- Of a message that is about no problem.
  add column category text not null default 'general' check (category in ('general', 'operations', 'systems')),
  -- Texts by locale; the reader gets their own, or `text`.
  add column translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- Who writes an answer to this question, and since when; the others leave it to them for a while.
  add column taken_by_id integer references account on delete set null,
  add column taken_at_ms bigint;

-- Answers that the jury of a contest gives often: [{"en-us": text, "ru-ru": text}], in the order of their buttons.
create table contest_stock_answers (
  contest_id integer primary key references contest on delete cascade,
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  version integer not null default 1
);
