-- 0104_virtual_participation.sql
-- A person takes part in a contest after it ended, by a clock of their own. That is a contest of its own with the same
-- problems and rules, so that sending, judging, the freeze and the practice are as in any contest, and the results of the
-- past contest stay untouched. Its table replays the past one beside the row of its owner.

alter table contest
  add column virtual_of_id integer references contest on delete cascade,
  add column virtual_owner_id integer references account on delete cascade,
  -- Whether people may take part in it virtually once it is over.
  add column allows_virtual boolean not null default true,
  add check ((virtual_of_id is null) = (virtual_owner_id is null));

create index contest_virtual_of on contest (virtual_owner_id, virtual_of_id) where virtual_of_id is not null;
