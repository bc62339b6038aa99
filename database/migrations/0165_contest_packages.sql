-- A contest comes out of a contest package of the ICPC, and a second import of a package has to find what the first one made:
-- contests and problems by the ids that the package gives them. Problems are built by judges after the import; those that are
-- ready wait here until they are put into the contest.
create table contest_package (
  contest_id integer primary key references contest on delete cascade,
  foreign_id text not null unique,
  formal_name text not null
);

create table contest_package_problem (
  contest_id integer not null references contest_package on delete cascade,
  foreign_id text not null,
  position integer not null,
  label text not null,
  name text not null,
  -- Of the balloon; null: the contest chooses one.
  color text,
  -- Tells whether the files of the problem are those of the import before.
  fingerprint text,
  import_id integer references package_import on delete set null,
  problem_id integer references problem on delete set null,
  -- False while the contest has yet to get the problem, or its place and colour.
  is_placed boolean not null default false,
  primary key (contest_id, foreign_id)
);
-- Problems that become ready are looked for every few seconds.
create index contest_package_problem_to_place on contest_package_problem (import_id) where not is_placed;
create index contest_package_problem_by_problem on contest_package_problem (problem_id);
