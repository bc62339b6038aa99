-- 0241_names_that_look_alike.sql
-- Whoever registered as `аnna` with a Cyrillic `а`, or by the name of a team or of the jury, was taken for somebody else in
-- tables, in questions and in the chat.

-- Text in lower case with one letter for all that look like it, so that names which read alike are equal: Latin letters for
-- Cyrillic and Greek ones, also where only the capitals are alike.
create function look_of(name text) returns text language sql immutable strict parallel safe as $$
  select translate(
    lower(name),
    'авеёѐіїјкмнорсѕтухһԁԛԝӏүαβεικμνορτυχϊ',
    'abeëèiïjkmhopcstyxhdqwlyabeikmvoptyxï'
  )
$$;
create index account_by_look on account (look_of(username)) where deleted_at_ms is null;
