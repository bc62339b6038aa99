// Runs before the first paint, and before the page's own scripts have come. A file of its own because the content
// security policy allows no inline scripts.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is closed to us: the system decides
    }
  };

  // So that a dark page does not flash white. The key is the component library's.
  const chosen = read('mantine-color-scheme-value');
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : isSystemDark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);

  // What the page asks for first, asked while its scripts are on their way; as `shared/i18n.ts` chooses the language.
  const stored = read('i18n_locale');
  const isRussian = navigator.languages.some((language) => /^(ru|be|uk|kk|ky)\b/.test(language));
  const locale = stored === 'ru-ru' || stored === 'en-us' ? stored : isRussian ? 'ru-ru' : 'en-us';
  const preload = (attributes) =>
    document.head.append(Object.assign(document.createElement('link'), attributes));
  for (const href of [`/js/locales/${locale}.json`, '/api/user/me'])
    preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });

  // The files of the screen at this address, which the build names.
  const files = JSON.parse(document.currentScript?.dataset.files ?? '{}');
  const screen = /^\/contest\/\d+(?:\/([a-z]+)|$)/.exec(location.pathname);
  const ofScreen = {
    problems: ['statement'],
    send: ['statement', 'send'],
    table: ['table'],
    monitor: ['table'],
  };
  const wanted = ['home', ...(screen ? ['overlays', 'contest', ...(ofScreen[screen[1]] ?? [])] : [])];
  for (const file of wanted.flatMap((name) => files[name] ?? [])) {
    const isStyle = file.endsWith('.css');
    preload({
      ...(isStyle ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload', crossOrigin: '' }),
      href: `/${file}`,
    });
  }
})();
