-- 0141_certificate_texts.sql
-- Certificates say what organisers of a contest write, in each language; without a row they say the usual.

create table certificate_text (
  contest_id integer not null references contest on delete cascade,
  locale text not null check (locale in ('ru-ru', 'en-us')),
  heading text not null check (char_length(heading) between 1 and 120),
  -- Lines of text with placeholders in braces.
  body text not null check (char_length(body) between 1 and 1000),
  primary key (contest_id, locale)
);
