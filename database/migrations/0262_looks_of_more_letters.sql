-- 0262_looks_of_more_letters.sql
-- ΑΝΤΟΝ in Greek capitals was not taken for ANTON, since the small Greek letters read otherwise; and letters of Armenian, Lisu,
-- Cherokee and of old Cyrillic were compared with nothing. The index holds what the function says, so it is made anew.

drop index account_by_look;
-- Text in lower case, taken apart into letters and marks, with one letter for all that look like it, so that names which read
-- alike are equal. First the capitals whose small letters look otherwise: Greek, Armenian, Latin, Cherokee. Then small letters, also where
-- only the capitals are alike: Latin, Cyrillic, Greek, Armenian, Hebrew and Georgian, Japanese, Lisu.
create or replace function look_of(name text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(
      lower(translate(
        normalize(name, nfkd),
        'ΒΖΗΝΥΓΛΠΦΣՏÐƉ' || 'ᎠᎡᎢᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ',
        'bzhnyГЛПФƩsĐĐ' || 'drtyajewmhygzrwsvslcpkdgb'
      )),
      U&'i\0307',
      'i'
    ),
    'ıĸəɛɣʋ' || 'авекмнорстухьгєѕіјћүһӏӡӕԁԍԑԛԝѵѡѳ' || 'αβγεικμνορτυχησωθπφ' || 'ցզյհոսօա' || 'סჿ'
      || 'カロエタトニハヘリー〇' || 'ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ' || U&'\0326',
    'ikәeyv' || 'abekmhopctyxbresijħyhlʒædgeqwvwө' || 'aßyeikmvoptuxnowөпф' || 'gqjhnuoш' || 'oo'
      || '力口工夕卜二八へり一o' || 'bpdtgkjczfmnlsrvhwxyaeiou' || U&'\0327'
  )
$$;
create index account_by_look on account (look_of(username)) where deleted_at_ms is null;
