import type { OfficialResults } from '@balloon/contracts/scoreboard/results.ts';
import { IconMedal } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/results/results.module.css';

/** The rows with medals and those below them. */
export function ResultsTable({ rows }: Pick<OfficialResults, 'rows'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('scoreboard.place')}</th>
            <th scope="col">
              <IconMedal className={classes.medalSign} size={18} role="img" aria-label={t('results.medal')} />
              <span className={classes.medalName}>{t('results.medal')}</span>
            </th>
            <th scope="col">{t('scoreboard.participant')}</th>
            <th scope="col" className={classes.figure}>
              {t('scoreboard.solvedShort')}
            </th>
            <th scope="col" className={classes.figure}>
              {t('scoreboard.penalty')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ user, place, solved, penalty, medal }) => (
            <tr key={user.id}>
              <td>{place.replace('-', '–') || '–'}</td>
              <td>
                {medal && (
                  <span className={classes.medal} data-medal={medal}>
                    <IconMedal size={18} role="img" aria-label={t(`results.medalName.${medal}`)} />
                    <span className={classes.medalName} aria-hidden>
                      {t(`results.medalName.${medal}`)}
                    </span>
                  </span>
                )}
              </td>
              <th scope="row">{user.fullName || user.username}</th>
              <td className={classes.figure}>{solved}</td>
              <td className={classes.figure}>{penalty}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
