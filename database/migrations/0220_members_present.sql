-- 0220_members_present.sql
-- Organisers see which members of a team have a page of a contest open, and from which address.

alter table contest_presence
  add column members jsonb not null default '[]';

-- Two members of a team may type at the same millisecond: the draft of one kept that of the other out.
alter table draft_snapshot
  drop constraint draft_snapshot_pkey,
  add primary key (contest_id, account_id, problem_id, member_id, taken_at_ms);
