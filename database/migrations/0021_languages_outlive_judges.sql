-- 0021_languages_outlive_judges.sql
-- A language closed when no judge had been seen for five minutes, and solutions were refused. A language now stays
-- open while its judges are away, so whether a judge that has it is there is a fact of its own.

alter table language add column has_judge boolean not null default true;

-- Languages that a judge once had, and those that every judge has (see ALWAYS_THERE in the server), were closed
-- while the judges were away. The next judge closes what it and the others lack.
update language set nonactive = false
where system_type = 'balloon'
  and (version is not null or foreign_language_id in ('c', 'cpp17', 'cpp20', 'cpp23', 'python3', 'javascript'));
