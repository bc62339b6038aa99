import { useTranslation } from 'react-i18next';
import classes from '#features/problems/editorial/editorial.module.css';

/** Tags of a problem; nothing where there are none. */
export function ProblemTags({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation();
  if (tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t('problem.tags')}>
      {tags.map((tag) => (
        <li key={tag} className={classes.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
