import type { SimilarPair } from '@balloon/contracts/similarity.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/similarity/similarity.module.css';
import { ProblemBalloon } from '#shared/ui/problem-balloon.tsx';

/** Pairs of solutions, most similar first; each leads to the two side by side. */
export function SimilarPairs({ pairs }: { pairs: readonly SimilarPair[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('similarity.problem')}</th>
            <th scope="col">{t('similarity.people')}</th>
            <th scope="col" className={classes.number}>
              {t('similarity.similarity')}
            </th>
            <th scope="col" className={classes.number}>
              {t('similarity.cluster')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <PairRow key={`${pair.one.id}-${pair.other.id}`} pair={pair} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PairRow({ pair }: { pair: SimilarPair }) {
  const { one, other, symbolIndex, color, similarity, cluster } = pair;
  return (
    <tr>
      <td>
        <ProblemBalloon index={symbolIndex} color={color} size={28} />
      </td>
      <td>
        <Link to={`?pair=${one.id}-${other.id}`} className={classes.pairLink}>
          {nameOf(one)} — {nameOf(other)}
        </Link>
        <span className={classes.languages}>{languagesOf(pair)}</span>
      </td>
      <td className={classes.number}>{percent(similarity)}</td>
      <td className={classes.number}>{cluster}</td>
    </tr>
  );
}

export const nameOf = ({ author }: SimilarPair['one']) => author.fullName || author.username;
export const percent = (part: number) => `${Math.round(part * 100)} %`;

const languagesOf = ({ one, other }: SimilarPair) =>
  one.languageName === other.languageName ? one.languageName : `${one.languageName}, ${other.languageName}`;
