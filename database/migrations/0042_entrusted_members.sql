-- 0042_entrusted_members.sql
-- A moderator could put any participant into an own group and then give that person a new password, which took the
-- account over. A membership now says whether it entrusts the account to the moderators of the group: it does when the
-- account was made for the group, or when an admin added the person. Present memberships keep what they allowed.
alter table user_group_member add column is_entrusted boolean not null default true;
alter table user_group_member alter column is_entrusted set default false;
