import type { SimilarPair } from '@balloon/contracts/solutions/similarity.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type PairGroup, toGroups } from '#features/similarity/pair-groups.ts';
import classes from '#features/similarity/similarity.module.css';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

/** Pairs of solutions, those of several people first, then the most similar; each leads to the two side by side. */
export function SimilarPairs({ pairs }: { pairs: readonly SimilarPair[] }) {
  const { t } = useTranslation();
  const groups = toGroups(pairs);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('similarity.problem')}</th>
          <th scope="col">{t('similarity.people')}</th>
          <th scope="col" className={classes.number}>
            {t('similarity.similarity')}
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={group.key} group={group} isNamed={groups.length > 1 || group.solutions > 0} />
      ))}
    </table>
  );
}

function Group({ group: { solutions, pairs }, isNamed }: { group: PairGroup; isNamed: boolean }) {
  const { t } = useTranslation();
  return (
    <tbody>
      {isNamed && (
        <tr>
          <th scope="rowgroup" colSpan={3} className={classes.groupName}>
            {solutions > 0 ? t('similarity.group', { count: solutions }) : t('similarity.onlyPairs')}
          </th>
        </tr>
      )}
      {pairs.map((pair) => (
        <PairRow key={`${pair.one.id}-${pair.other.id}`} pair={pair} />
      ))}
    </tbody>
  );
}

function PairRow({ pair }: { pair: SimilarPair }) {
  const { one, other, symbolIndex, color, similarity } = pair;
  return (
    <tr>
      <td className={classes.balloon}>
        <ProblemBalloon index={symbolIndex} color={color} size={28} />
      </td>
      <td>
        <Link to={`?pair=${one.id}-${other.id}`} className={classes.pairLink}>
          <span>{nameOf(one)}</span>
          <span className={classes.dash}> — </span>
          <span>{nameOf(other)}</span>
        </Link>
        <span className={classes.languages}>{languagesOf(pair)}</span>
      </td>
      <td className={classes.number}>{percent(similarity)}</td>
    </tr>
  );
}

export const nameOf = ({ author }: SimilarPair['one']) => author.fullName || author.username;
export const percent = (part: number) => `${Math.round(part * 100)} %`;

const languagesOf = ({ one, other }: SimilarPair) =>
  one.languageName === other.languageName ? one.languageName : `${one.languageName}, ${other.languageName}`;
