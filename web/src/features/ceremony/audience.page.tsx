import type { AudienceView } from '@balloon/contracts/scoreboard/ceremony-link.ts';
import type { Frame, FramedTeam } from '@balloon/domain/ceremony/frame.ts';
import { Loader } from '@mantine/core';
import { IconAward, IconCloudOff, IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import classes from '#features/ceremony/ceremony.module.css';
import { Stage } from '#features/ceremony/stage.tsx';
import { useAudienceView } from '#features/ceremony/use-audience-view.ts';
import { usePageTitle } from '#shared/text/i18n.ts';

/** /ceremony/{code}: what the presenter shows, on any machine and without an account. */
export function Component() {
  const code = useParams().code ?? '';
  const { t } = useTranslation();
  const { view, isEnded, isAway } = useAudienceView(code);
  usePageTitle(view?.frame ? t('ceremony.title', { contest: view.frame.contest }) : t('ceremony.heading'));
  return (
    <main className={classes.page} data-audience>
      {isEnded ? (
        <Calm
          icon={<IconLinkOff size={44} stroke={1.3} aria-hidden />}
          title={t('ceremony.endedTitle')}
          text={t('ceremony.endedText')}
        />
      ) : (
        <Shown code={code} view={view} isAway={isAway} />
      )}
      {isAway && !isEnded && view && (
        <p className={classes.away} role="status">
          <IconCloudOff size={18} aria-hidden /> {t('ceremony.away')}
        </p>
      )}
    </main>
  );
}

function Shown({ code, view, isAway }: { code: string; view: AudienceView | null; isAway: boolean }) {
  const { t } = useTranslation();
  if (view?.frame) {
    const { frame } = view;
    return (
      <>
        <h1 className="visually-hidden">{t('ceremony.heading')}</h1>
        <Stage frame={withPictures(frame, code)} />
      </>
    );
  }
  if (view) {
    return (
      <Calm
        icon={<IconAward size={44} stroke={1.3} aria-hidden />}
        title={t('ceremony.waitingTitle')}
        text={t('ceremony.waitingText')}
      />
    );
  }
  if (!isAway) return <Calm icon={<Loader aria-label={t('ceremony.heading')} />} title="" text="" />;
  return (
    <Calm
      icon={<IconCloudOff size={44} stroke={1.3} aria-hidden />}
      title={t('ceremony.heading')}
      text={t('ceremony.away')}
    />
  );
}

function Calm({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className={classes.calm} role="status">
      {icon}
      {title && <h1>{title}</h1>}
      {text && <p>{text}</p>}
    </div>
  );
}

/** The frame with addresses of pictures that need no account. */
function withPictures(
  { honoured, slide, ...frame }: NonNullable<AudienceView['frame']>,
  code: string,
): Frame {
  const address = (name: string | null) => name && `/api/ceremony/${code}/pictures/${name}`;
  const at = (team: FramedTeam | null) =>
    team && { ...team, logo: address(team.logo), photo: address(team.photo) };
  return {
    ...frame,
    honoured: honoured && { ...honoured, team: at(honoured.team) },
    slide: slide && { ...slide, team: at(slide.team) },
  };
}
