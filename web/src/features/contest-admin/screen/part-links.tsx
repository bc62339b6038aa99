import { useScrollSpy } from '@mantine/hooks';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { PARTS, type Part, partId } from '#features/contest-admin/form/form-parts.ts';

/** Headings that are higher than this in px have been reached: header and links cover less. */
const REACHED_PX = 160;

/** Links to the parts of the form, which is several screens long; the part that is read is marked. */
export function PartLinks() {
  const { t } = useTranslation();
  const selector = PARTS.map((part) => `#${partId(part)}`).join(', ');
  const { active } = useScrollSpy({ selector, offset: REACHED_PX });
  return (
    <nav className={classes.partLinks} aria-label={t('contestForm.parts')}>
      {PARTS.map((part, place) => (
        <a
          key={part}
          href={`#${partId(part)}`}
          className={classes.partLink}
          aria-current={place === active ? 'location' : undefined}
          onClick={(event) => jump(event, part)}
        >
          {t(`contestForm.${part}`)}
        </a>
      ))}
    </nav>
  );
}

/** Shows a part without another address, which would ask whether the changes of the form may be lost. */
function jump(event: MouseEvent, part: Part): void {
  event.preventDefault();
  const heading = document.getElementById(partId(part));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
