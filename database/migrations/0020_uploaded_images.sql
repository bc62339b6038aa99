-- 0020_uploaded_images.sql
-- Supervisors put pictures into news. The name cannot be guessed: who knows it was shown the text.

create table uploaded_image (
  name text primary key,
  sha256 text not null references blob,
  media_type text not null,
  author_id integer references account on delete set null,
  created_at_ms bigint not null
);
create index uploaded_image_by_blob on uploaded_image (sha256);
