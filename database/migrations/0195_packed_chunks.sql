-- 0195_packed_chunks.sql
-- PostgreSQL packs text at some 30 MB in a second of one core, so that a test of gigabytes took minutes to be stored. The web packs
-- chunks itself now, several times as fast and smaller, and PostgreSQL gives up on what is packed already after a kilobyte. Chunks
-- that are stored stay as they are.

-- Whether the content is packed with zstd. The first chunk of a file never is: samples are read from it in SQL.
alter table blob_chunk add column is_packed boolean not null default false;
