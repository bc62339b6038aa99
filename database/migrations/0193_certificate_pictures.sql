-- 0193_certificate_pictures.sql
-- Certificates of a contest get a logo and signatures. The pictures lie here and not among those that pages show, because a
-- signature is for organisers and paper only.

create table certificate_picture (
  contest_id integer not null references contest on delete cascade,
  position smallint not null check (position between 0 and 3),
  picture bytea check (octet_length(picture) <= 524288),
  name text not null check (char_length(name) <= 120),
  title text not null check (char_length(title) <= 120),
  primary key (contest_id, position)
);
