/*
 * Usernames out of names: Latin letters for Cyrillic ones, as people in Russia spell their names abroad, without the
 * marks that nobody types into a sign-in form.
 */

/** Lower-case Cyrillic letters → Latin ones. Letters of other languages than Russian are at the end. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
  ...{
    і: 'i',
    ї: 'yi',
    є: 'ye',
    ґ: 'g',
    ў: 'u',
    ә: 'a',
    ғ: 'g',
    қ: 'k',
    ң: 'n',
    ө: 'o',
    ұ: 'u',
    ү: 'u',
    һ: 'h',
  },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** Marks above and below letters, apart from their letters as normalization leaves them. */
const MARKS = /\p{M}/gu;
/**
 * Everything that a username may not hold, and turned commas and apostrophes that are letters, as in Uzbek; a hyphen of a double
 * name stays.
 */
const FOREIGN = /[^\p{L}\p{N}._-]|[\u02b9-\u02c1]/gu;

/** Text in lower case with Latin letters where there are such; spaces become hyphens, other signs go. */
export function transliterate(text: string): string {
  const letters = Array.from(text.toLowerCase().normalize('NFC').trim(), (letter) => {
    return LATIN[letter] ?? letter.normalize('NFD').replace(MARKS, '');
  });
  return letters.join('').replace(/\s+/g, '-').replace(FOREIGN, '');
}

/**
 * Username for a person: the first letter of the first name, a dot and the last name; of one name alone, that name;
 * empty without names.
 */
export function suggestedUsername(firstName: string, lastName: string): string {
  const [initial = ''] = firstName.trim();
  const last = transliterate(lastName);
  if (last === '') return transliterate(firstName);
  const first = transliterate(initial);
  return first === '' ? last : `${first}.${last}`;
}
