import type { ContestWindows } from '@balloon/contracts/contests/own-windows.ts';
import { WINDOW_STATES } from '@balloon/contracts/contests/window-states.ts';
import { IconHourglass, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { UndoBar, useLastChange } from '#features/contest-control/undo-bar.tsx';
import { ExtendWindowForm } from '#features/contest-control/windows/extend-window-form.tsx';
import { useWindows } from '#features/contest-control/windows/own-windows.data.ts';
import classes from '#features/contest-control/windows/own-windows.module.css';
import { ResetStartForm } from '#features/contest-control/windows/reset-start-form.tsx';
import { type WindowAction, WindowRow } from '#features/contest-control/windows/window-row.tsx';
import {
  readWindowSearch,
  type WindowSearch,
  windowsPath,
} from '#features/contest-control/windows/windows.url.ts';
import { useDurationText } from '#features/contests/duration-text.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ContestHead, LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { SocketIndicator } from '#shared/ui/states/socket-indicator.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** Pages offered on each side of the current one. */
const REACH = 2;

/** /admin/contests/{id}/windows: the windows that participants of a floating contest start by themselves. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const search = readWindowSearch(params);
  const { windows, error, retry } = useWindows(contestId, search);
  usePageTitle(windows && t('windows.title', { contest: windows.contest.name }), error);
  if (!windows)
    return (
      <AwaitedScreen className={classes.page} title={t('windows.heading')} error={error} onRetry={retry} />
    );
  return <Windows windows={windows} search={search} />;
}

function Windows({ windows, search }: { windows: ContestWindows; search: WindowSearch }) {
  const { t } = useTranslation();
  const { contest } = windows;
  const navigate = useNavigate();
  const { last, note, forget } = useLastChange(contest.revision);
  return (
    <div className={classes.page}>
      <ContestHead title={t('windows.heading')} contest={contest.name} label={t('control.links')}>
        <SocketIndicator />
        <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
        <Link to={`/contest/${contest.id}/table`}>{t('tabs.scoreboard')}</Link>
      </ContestHead>
      {contest.windowTimeMs === null ? (
        <Notice tone="warning" icon={<IconHourglass size={20} aria-hidden />}>
          {t('windows.off')} <Link to={`/admin/contests/edit/${contest.id}`}>{t('windows.offLink')}</Link>
        </Notice>
      ) : (
        <>
          <Rule contest={contest} />
          <div className={classes.tools}>
            <StateTabs windows={windows} search={search} />
            <SearchField
              label={t('control.findPerson')}
              query={search.q}
              debounceMs={200}
              onSearch={(q) =>
                void navigate(windowsPath(contest.id, { ...search, q, page: 1 }), { replace: true })
              }
            />
          </div>
          <UndoBar last={last} onDone={forget} contestId={contest.id} />
          <WindowList windows={windows} search={search} onChanged={note} />
        </>
      )}
    </div>
  );
}

/** Length of windows and the period, by which the rest is read. */
function Rule({ contest: { startTimeMs, durationTimeMs, windowTimeMs } }: Pick<ContestWindows, 'contest'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const nowMs = useServerNow();
  const text = t('windows.rule', {
    duration: durationText(windowTimeMs ?? 0),
    from: formats.dateTime(startTimeMs),
    to: formats.dateTime(startTimeMs + durationTimeMs),
    zone: formats.zone(nowMs),
  });
  return <p className={classes.rule}>{text}</p>;
}

/** The states with how many are in each. */
function StateTabs({
  windows: { contest, counts },
  search,
}: {
  windows: ContestWindows;
  search: WindowSearch;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const all = counts.waiting + counts.running + counts.ended;
  const tabs = (['all', ...WINDOW_STATES] as const).map((state) => ({
    name: t(`windows.tab.${state}`, { number: formats.number(state === 'all' ? all : counts[state]) }),
    to: windowsPath(contest.id, { ...search, state, page: 1 }),
    isCurrent: search.state === state,
  }));
  return <LinkTabs label={t('windows.states')} tabs={tabs} />;
}

interface WindowListProps {
  windows: ContestWindows;
  search: WindowSearch;
  onChanged: ReturnType<typeof useLastChange>['note'];
}

function WindowList({ windows, search, onChanged }: WindowListProps) {
  const { t } = useTranslation();
  const { contest, windowsNumber, pageSize } = windows;
  const [action, setAction] = useState<WindowAction | null>(null);
  const close = () => setAction(null);
  const isFiltered = search.q !== '' || search.state !== 'all';
  return (
    <>
      {windows.windows.length === 0 && (
        <EmptyState
          icon={<IconUserSearch size={44} stroke={1.5} aria-hidden />}
          title={t('windows.none')}
          text={t(isFiltered ? 'windows.noneFound' : 'windows.noneYet')}
        />
      )}
      <ul className={classes.list}>
        {windows.windows.map((window) => (
          <WindowRow key={window.user.id} contest={contest} window={window} onAction={setAction} />
        ))}
      </ul>
      <Pager
        current={search.page}
        last={Math.ceil(windowsNumber / pageSize)}
        reach={REACH}
        to={(page) => windowsPath(contest.id, { ...search, page })}
      />
      {/* Stays when its window leaves the list, so that a reason half written is not lost. */}
      {action !== null && (
        <ControlDialog
          isOpen
          title={t(action.what === 'extend' ? 'windows.extendTitle' : 'windows.resetTitle', {
            name: action.window.user.fullName || action.window.user.username,
          })}
          onClose={close}
        >
          {action.what === 'extend' ? (
            <ExtendWindowForm
              contest={contest}
              window={windows.windows.find(({ user }) => user.id === action.window.user.id) ?? action.window}
              onClose={close}
              onChanged={onChanged}
            />
          ) : (
            <ResetStartForm contest={contest} window={action.window} onClose={close} onChanged={onChanged} />
          )}
        </ControlDialog>
      )}
    </>
  );
}
