import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { PALETTE_KEYS } from '#features/admin-search/use-palette-key.ts';
import { meQuery } from '#shared/api/queries/session.ts';
import { modals } from '#shared/ui/dialogs/modals.ts';
import classes from '#shell/keyboard-help.module.css';

const SHORTCUTS = [
  { keys: ['g', 'c'], text: 'keys.contests' },
  { keys: ['g', 'p'], text: 'keys.problems' },
  { keys: ['g', 's'], text: 'keys.solutions' },
  { keys: ['g', 't'], text: 'keys.scoreboard' },
  { keys: ['g', 'm'], text: 'keys.messages' },
  { keys: ['/'], text: 'keys.search' },
  { keys: ['Ctrl', 'Enter'], text: 'keys.send' },
  { keys: ['Ctrl', "'"], text: 'keys.tryOut' },
  { keys: ['←', '↑', '↓', '→'], text: 'keys.scoreboardCells' },
  { keys: ['v'], text: 'keys.scope' },
  { keys: ['w'], text: 'keys.past' },
  { keys: ['?'], text: 'keys.help' },
] as const;
const PALETTE = { keys: PALETTE_KEYS, text: 'keys.palette' } as const;

/** Shows the keyboard shortcuts; a second call while they are shown does nothing. */
export function openKeyboardHelp(): void {
  modals.open({
    modalId: 'keyboard-help',
    title: i18next.t('keys.title'),
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    children: <KeyboardHelp />,
  });
}

function KeyboardHelp() {
  const { t } = useTranslation();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const shortcuts = me?.isSupervisor ? [PALETTE, ...SHORTCUTS] : SHORTCUTS;
  return (
    <dl className={classes.list}>
      {shortcuts.map(({ keys, text }) => (
        <div key={text} className={classes.row}>
          <dt>{t(text)}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key} className={classes.key}>
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
