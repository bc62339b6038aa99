// Runs before the first paint, so that a dark page does not flash white. A file of its own because the
// content security policy allows no inline scripts. The key is the component library's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // storage is closed to us: the system decides
  }
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : isSystemDark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
