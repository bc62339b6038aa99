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
  const link = (attributes) =>
    document.head.append(Object.assign(document.createElement('link'), attributes));
  link({
    rel: 'preload',
    as: 'fetch',
    crossOrigin: 'anonymous',
    href: `/js/locales/${locale}.json`,
  });

  const told = document.currentScript?.dataset ?? {};
  const screen = /^\/contest\/(\d{1,9})(?:\/([a-z]+)(?:\/([a-z]{1,3}))?)?$/i.exec(location.pathname);

  // What every screen, and those of a contest, ask for first; `shared/api/calls/early-answers.ts` takes the answers. Those who
  // are not signed in or have not joined would be refused. Before the files: a browser opens six connections to a server
  // without HTTP/2.
  const answers = new Map();
  globalThis.earlyAnswers = answers;
  const ask = (address) => {
    const answer = fetch(address, { headers: JSON.parse(told.headers ?? '{}') }).catch(() => null);
    answers.set(address, answer);
    return answer;
  };
  const me = ask('/api/user/me');
  const askForContest = async (contestId, name, index) => {
    if (!(await me)?.ok) return;
    const contest = `/api/contest/${contestId}`;
    const admission = await ask(`${contest}/canJoin`);
    const { joined } = admission?.ok ? await admission.clone().json() : {};
    // When the page has taken this answer it runs, and asks for the others itself.
    if (!joined || !answers.has(`${contest}/canJoin`)) return;
    ask(contest);
    // The first page of the table, unless the person has chosen another part of it or another length.
    if (name === 'table' && location.search === '' && read('table-settings') === null)
      ask(
        `${contest}/table2?count=50&offset=0&showInTimeMs=Infinity&locale=${locale}&scope=contest&past=shown`,
      );
    if (name !== 'problems' && name !== 'send') return;
    ask(`${contest}/problems?locale=${locale}`);
    if (!index) return;
    const problem = `${contest}/problems/${index.toUpperCase()}`;
    ask(`${problem}?locale=${locale}`);
    if (name === 'send') ask(`${problem}/languages`);
  };
  const askForList = async () => {
    if (!(await me)?.ok) return;
    ask('/api/news?offset=0&limit=5');
    ask('/api/contest/all?count=10&offset=0&category=all&sort=byStart&sort_order=desc');
  };
  if (location.pathname === '/contests' && location.search === '') askForList();
  if (screen) askForContest(...screen.slice(1)).catch(() => {}); // a proxy's HTML page: the page will see it, too

  // The files of the screen at this address, which the build names.
  const files = JSON.parse(told.files ?? '{}');
  const ofScreen = {
    problems: ['statement'],
    send: ['fields', 'statement', 'send'],
    table: ['fields', 'table'],
    monitor: ['fields', 'table'],
  };
  const wanted = ['frame', ...(screen ? ['contest', ...(ofScreen[screen[2]] ?? [])] : ['fields', 'home'])];
  const wantedFiles = wanted.flatMap((name) => files[name] ?? []);
  const isStyle = (file) => file.endsWith('.css');
  for (const file of wantedFiles.filter((name) => !isStyle(name)))
    link({ rel: 'modulepreload', crossOrigin: '', href: `/${file}` });

  // Styles apply before the scripts run, which would otherwise wait for those of each file; they stand after the styles of
  // the page itself, to which the parser has not come yet. `main.tsx` draws when they are there.
  const style = (file) =>
    new Promise((resolve) => {
      const attributes = { rel: 'stylesheet', crossOrigin: '', href: `/${file}`, onload: resolve };
      const onerror = ({ target }) => {
        target.remove(); // so that the screen asks for it again
        resolve();
      };
      link({ ...attributes, onerror });
    });
  const applyStyles = () => {
    globalThis.earlyStyles = Promise.all(wantedFiles.filter(isStyle).map(style));
  };
  document.addEventListener('readystatechange', applyStyles, { once: true });
})();
