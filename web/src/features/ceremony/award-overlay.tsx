import type { CeremonyAward } from '@balloon/contracts/ceremony.ts';
import { IconAward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/ceremony.module.css';
import type { Script } from '#features/ceremony/ceremony-state.ts';
import { useAwardText, useAwardTexts } from '#features/ceremony/use-award-texts.ts';

/** Who is honoured at this moment, and for what. */
export function AwardOverlay({ script, userId }: { script: Script; userId: number }) {
  const { t } = useTranslation();
  const textsOf = useAwardTexts(script);
  const person = script.people.get(userId);
  return (
    <div className={classes.overlay} role="status">
      <TeamPicture script={script} userId={userId} />
      {person?.hasPlace && (
        <p className={classes.honouredRank}>{t('ceremony.place', { rank: person.rank })}</p>
      )}
      <p className={classes.honouredName}>{person?.name}</p>
      <TeamLines script={script} userId={userId} />
      <ul className={classes.honours}>
        {textsOf(userId).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** An award with all who get it, once the table is final. */
export function AwardSlide({ script, award }: { script: Script; award: CeremonyAward }) {
  const textOf = useAwardText(script);
  const [only, ...others] = award.userIds;
  const single = others.length === 0 ? only : undefined;
  return (
    <div className={classes.overlay} data-full role="status">
      {single === undefined ? (
        <IconAward size={44} stroke={1.3} aria-hidden />
      ) : (
        <TeamPicture script={script} userId={single} />
      )}
      <p className={classes.slideTitle}>{textOf(award)}</p>
      {award.citation && <p className={classes.honouredRank}>{award.citation}</p>}
      <ul className={classes.awarded} data-single={single !== undefined}>
        {award.userIds.map((userId, index) => (
          <li key={userId}>{award.names?.[index] ?? script.people.get(userId)?.name}</li>
        ))}
      </ul>
      {single !== undefined && <TeamLines script={script} userId={single} />}
    </div>
  );
}

/** Photo of the team, else the logo of its organisation, else the sign of awards. */
function TeamPicture({ script, userId }: { script: Script; userId: number }) {
  const { photo, logo } = script.people.get(userId)?.team ?? {};
  const picture = photo ?? logo;
  if (!picture) return <IconAward size={44} stroke={1.3} aria-hidden />;
  return <img className={classes.picture} data-logo={!photo} src={picture} alt="" />;
}

function TeamLines({ script, userId }: { script: Script; userId: number }) {
  const team = script.people.get(userId)?.team;
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
