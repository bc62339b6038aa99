import type { AwardWords, Frame, FramedTeam } from '@balloon/domain/ceremony/frame.ts';
import { IconAward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/ceremony.module.css';
import { useAwardText } from '#features/ceremony/use-award-texts.ts';

/** Who is honoured at this moment, and for what. */
export function AwardOverlay({ honoured }: { honoured: NonNullable<Frame['honoured']> }) {
  const { t } = useTranslation();
  const textOf = useAwardText();
  return (
    <div className={classes.overlay} role="status">
      <TeamPicture team={honoured.team} medal={medalIn(honoured.awards)} />
      {honoured.rank !== null && (
        <p className={classes.honouredRank}>{t('ceremony.place', { rank: honoured.rank })}</p>
      )}
      <p className={classes.honouredName}>{honoured.name}</p>
      <TeamLines team={honoured.team} />
      <ul className={classes.honours}>
        {honoured.awards.map(textOf).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** An award with all who get it, once the table is final. */
export function AwardSlide({ slide }: { slide: NonNullable<Frame['slide']> }) {
  const textOf = useAwardText();
  const isSingle = slide.names.length === 1;
  return (
    <div className={classes.overlay} data-full role="status">
      {isSingle ? <TeamPicture team={slide.team} medal={null} /> : <AwardSign medal={null} />}
      <p className={classes.slideTitle}>{textOf(slide.award)}</p>
      {slide.citation && <p className={classes.honouredRank}>{slide.citation}</p>}
      <ul className={classes.awarded} data-single={isSingle}>
        {keyed(slide.names).map(([key, name]) => (
          <li key={key}>{name}</li>
        ))}
      </ul>
      <TeamLines team={slide.team} />
    </div>
  );
}

/** Names with keys of their own: two teams may have the same name. */
const keyed = (names: readonly string[]) => names.map((name, index) => [`${index} ${name}`, name] as const);

const MEDALS = ['gold', 'silver', 'bronze'] as const;
type Medal = (typeof MEDALS)[number];

const medalIn = (awards: readonly AwardWords[]): Medal | null =>
  MEDALS.find((medal) => awards.some(({ kind }) => kind === medal)) ?? null;

/** Sign of awards in the colour of a medal; its name stands below in words. */
function AwardSign({ medal }: { medal: Medal | null }) {
  return <IconAward className={classes.medal} data-medal={medal} size={44} stroke={1.3} aria-hidden />;
}

/** Photo of the team, else the logo of its organisation, else the sign of awards. */
function TeamPicture({ team, medal }: { team: FramedTeam | null; medal: Medal | null }) {
  const picture = team?.photo ?? team?.logo;
  if (!picture) return <AwardSign medal={medal} />;
  return <img className={classes.picture} data-logo={!team?.photo} src={picture} alt="" />;
}

function TeamLines({ team }: { team: FramedTeam | null }) {
  if (!team) return null;
  return (
    <>
      {team.organization && (
        <p className={classes.organization}>
          {team.photo && team.logo && <img className={classes.smallLogo} src={team.logo} alt="" />}
          {team.organization}
        </p>
      )}
      {team.members.length > 0 && <p className={classes.members}>{team.members.join(' · ')}</p>}
    </>
  );
}
