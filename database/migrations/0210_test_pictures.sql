-- 0210_test_pictures.sql
-- Packages explain a test by a picture beside its files. It is for supervisors, and a verdict does not depend on it.

alter table test
  add column picture_sha256 text references blob,
  add column picture_type text check (picture_type in ('image/png', 'image/jpeg', 'image/svg+xml'));
-- Without it each thrown-away blob reads all tests.
create index test_by_picture on test (picture_sha256) where picture_sha256 is not null;
