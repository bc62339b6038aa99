-- 0189_compiler_options.sql
-- Options of compilers were part of the program. A site now chooses them by language. New ones count once a judge has
-- compiled and run programs with them, so that a wrong option fails there and not in what participants send.

create sequence compiler_options_revision;

create table compiler_options (
  language_key text primary key,
  version integer not null default 0,
  -- In force, {compile: [...], run: [...]}; null: the usual ones.
  options jsonb,
  options_sha256 text,
  -- Entered last, until a judge has tried them.
  candidate jsonb,
  candidate_sha256 text,
  -- Grows with every change, so that a judge which heard of an older one is told.
  revision bigint not null,
  changed_at_ms bigint not null,
  check ((options is null) = (options_sha256 is null)),
  check ((candidate is null) = (candidate_sha256 is null))
);

-- What a judge found about options, [{key, sha256, trouble}]; null for judges that know the usual ones only.
alter table judge add column tried_options jsonb;
-- The newest revision of options of which it was told.
alter table judge add column options_told bigint not null default 0;

-- The page shows the command of each language.
create trigger compiler_options_announced after insert or update or delete on compiler_options
  for each row execute function announce_languages();
