import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { frameOf } from '@balloon/domain/ceremony/frame.ts';
import { type Script, sceneAfter, scriptOf, stepsUntilAward } from '@balloon/domain/ceremony/script.ts';
import { Button, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertTriangle, IconAward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { AudienceLink } from '#features/ceremony/audience-link.tsx';
import { ceremonyQuery, type Medals } from '#features/ceremony/ceremony.data.ts';
import classes from '#features/ceremony/ceremony.module.css';
import { NewResults } from '#features/ceremony/new-results.tsx';
import { PresenterPanel } from '#features/ceremony/presenter-panel.tsx';
import { Stage } from '#features/ceremony/stage.tsx';
import { useTakeResults } from '#features/ceremony/use-new-results.ts';
import { useStep } from '#features/ceremony/use-step.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const USUAL = 4;

const LOOK_AGAIN_MS = 10_000;

/** Elements that do something of their own with the space bar while they have the focus. */
const PRESSED_BY_SPACE = ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A'];

/** /admin/contests/{id}/ceremony: from the frozen table to the final one; `?view=audience` without the presenter's panel. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const bronze = medalsIn(params, 'bronze');
  const medals = {
    gold: medalsIn(params, 'gold') ?? USUAL,
    silver: medalsIn(params, 'silver') ?? USUAL,
    ...(bronze !== undefined && { bronze }),
  };
  const { data, error, refetch } = useQuery({
    ...ceremonyQuery(contestId, medals, useLocale()),
    // The stage opens by itself when the contest is over.
    refetchInterval: ({ state }) => state.data?.isOver === false && LOOK_AGAIN_MS,
  });
  const script = useMemo(() => data && scriptOf(data), [data]);
  usePageTitle(data && t('ceremony.title', { contest: data.contest.name }), error);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !script) return <Skeleton height={480} radius="md" />;
  const isAudience = params.get('view') === 'audience';
  return <Presentation ceremony={data} medals={medals} script={script} isAudience={isAudience} />;
}

/** Stands in place of the stage while the contest runs. */
function NotYet({ contest: { id, name } }: { contest: Ceremony['contest'] }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className={classes.title}>{t('ceremony.heading')}</h1>
      <p className={classes.contestName}>{name}</p>
      <EmptyState
        icon={<IconAward size={44} stroke={1.4} aria-hidden />}
        title={t('ceremony.notYetTitle')}
        text={t('ceremony.notYetText')}
        action={
          <Button component={Link} to={`/admin/contests/${id}/live`} variant="default">
            {t('adminContests.control')}
          </Button>
        }
      />
    </>
  );
}

function medalsIn(params: URLSearchParams, name: string): number | undefined {
  const wanted = params.get(name) ?? '';
  return /^\d{1,3}$/.test(wanted) ? Number(wanted) : undefined;
}

interface PresentationProps {
  ceremony: Ceremony;
  medals: Medals;
  script: Script;
  isAudience: boolean;
}

function Presentation({ ceremony, medals, script, isAudience }: PresentationProps) {
  const { t } = useTranslation();
  const { contest, isOver, unjudgedNumber } = ceremony;
  const take = useTakeResults(contest.id, medals);
  const { step, move, goOnAnew } = useStep(ceremony, script.length, take);
  const scene = useMemo(() => sceneAfter(script, step), [script, step]);
  useHotkeys([['space', () => move(step + 1)]], PRESSED_BY_SPACE);
  useHotkeys([
    ['ArrowRight', () => move(step + 1)],
    ['ArrowLeft', () => move(step - 1)],
    ['PageDown', () => move(stepsUntilAward(script, step))],
  ]);
  if (!isOver) return <NotYet contest={contest} />;
  return (
    <div className={classes.page} data-audience={isAudience}>
      {!isAudience && (
        <header className={classes.head}>
          <h1 className={classes.title}>{t('ceremony.heading')}</h1>
          <nav className={classes.links} aria-label={t('ceremony.heading')}>
            <Link to={`/admin/contests/${contest.id}/awards`}>{t('awards.heading')}</Link>
            <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
          </nav>
        </header>
      )}
      {!isAudience && unjudgedNumber > 0 && (
        <Notice tone="warning" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t('ceremony.unjudged', { count: unjudgedNumber })}
        </Notice>
      )}
      {!isAudience && (
        <NewResults ceremony={ceremony} medals={medals} script={script} step={step} onTaken={goOnAnew} />
      )}
      <Stage frame={frameOf(script, scene)} />
      {!isAudience && (
        <PresenterPanel script={script} scene={scene} step={step} onMove={move}>
          <AudienceLink ceremony={ceremony} medals={medals} step={step} />
        </PresenterPanel>
      )}
    </div>
  );
}
