-- 0228_judge_names_belong_to_tokens.sql
-- Whoever showed any judge token could register under the name of any judge, which shortens the leases of that judge and claims
-- for it. A name belongs to the token under which it was first registered now, while that token is valid.

-- Hash of the token that the judge of this name shows; null: whoever registers it next, as judges of earlier versions do.
alter table judge add column token_hash bytea;
