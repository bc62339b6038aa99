import type { MirrorState } from '#mirror/mirror-state.ts';
import { type Polled, pollState } from '#mirror/page/poll-state.ts';
import { TableView } from '#mirror/page/table-view.ts';
import { chosenLanguage, keepLanguage, type Texts, textsOf } from '#mirror/page/texts.ts';

/** Age of a state without news at which the page says that the mirror itself is away. */
const STALE_MS = 90_000;

const find = <Found extends HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
};

const [name, clock, freshness, freeze] = [find('#name'), find('#clock'), find('#freshness'), find('#freeze')];
const results = find('#results');
const [message, scroller, search, button] = [
  find('#message'),
  find('#scroller'),
  find('#find'),
  find('#language'),
];
const input = find<HTMLInputElement>('#search');
scroller.tabIndex = 0; // arrow keys scroll it
const view = new TableView(find<HTMLTableElement>('table'), scroller);

let language = chosenLanguage();
let polled: Polled | null = null;
let isAnswered = true;

async function draw(): Promise<void> {
  const texts = textsOf(language);
  document.documentElement.lang = language;
  button.textContent = texts.other;
  scroller.ariaLabel = texts.table;
  find('#find label').textContent = texts.find;
  input.placeholder = texts.find;
  tick();
  if (!polled) {
    message.textContent = texts.loading;
    return;
  }
  const { state } = polled;
  const title = state.contest?.name ?? '';
  document.title = title ? `${title} – ${texts.table}` : texts.table;
  name.textContent = title || texts.table;
  name.title = title;
  freeze.hidden = !state.isFrozen;
  freeze.textContent = texts.frozen(state.contest?.frozenMinutes ?? 0);
  const said = texts.results[state.contest?.resultsState ?? 'none'];
  results.hidden = said === '';
  results.textContent = said;
  const isOpen = state.phase === 'open' && state.rowsNumber > 0;
  search.hidden = !isOpen;
  scroller.hidden = !isOpen;
  message.textContent = isOpen ? '' : whyEmpty(state, texts);
  if (!isOpen) return;
  const foundNobody = await view.show({ state, texts, search: input.value.trim() }).catch(() => false);
  message.textContent = foundNobody ? texts.foundNobody : '';
}

function whyEmpty({ phase, checkedAtMs }: MirrorState, texts: Texts): string {
  if (checkedAtMs === null) return texts.siteUnseen;
  return phase === 'open' ? texts.empty : texts[phase];
}

/** Shows what changes with time. */
function tick(): void {
  const texts = textsOf(language);
  if (!polled) return;
  const { state, clockMs } = polled;
  const nowMs = Date.now() + clockMs;
  clock.textContent = state.contest && clockText(state.contest, nowMs, texts);
  const { checkedAtMs, isReachable } = state;
  const isSilent = !isAnswered || (checkedAtMs !== null && nowMs - checkedAtMs > STALE_MS);
  const asOf = isSilent ? texts.mirrorAway : isReachable ? texts.asOf : texts.siteAway;
  freshness.toggleAttribute('data-stale', isSilent || !isReachable);
  const text = checkedAtMs === null || state.phase === 'closed' ? '' : asOf(timeOfDay(checkedAtMs, nowMs));
  // A text that did not change would be read out again.
  if (freshness.textContent !== text) freshness.textContent = text;
}

function clockText(
  { startTimeMs, endTimeMs }: NonNullable<MirrorState['contest']>,
  nowMs: number,
  texts: Texts,
) {
  if (nowMs < startTimeMs) return texts.startsIn(duration(startTimeMs - nowMs));
  return nowMs < endTimeMs ? texts.left(duration(endTimeMs - nowMs)) : texts.finished;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 1 : 2, '0')).join(':');
}

/** Hours and minutes in the viewer's zone, with the date when it was another day. */
function timeOfDay(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  const style = isToday
    ? ({ timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short' } as const);
  return new Intl.DateTimeFormat(language, style).format(atMs);
}

button.addEventListener('click', () => {
  language = language === 'ru' ? 'en' : 'ru';
  keepLanguage(language);
  void draw();
});
input.addEventListener('input', () => void draw());
setInterval(tick, 1000);
void draw();
void pollState((answer) => {
  isAnswered = answer !== null;
  polled = answer ?? polled;
  void draw();
});
