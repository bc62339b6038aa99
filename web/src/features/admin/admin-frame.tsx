import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import classes from '#features/admin/admin-frame.module.css';
import { PaletteButton } from '#features/admin-search/palette-button.tsx';
import { firstRunQuery, isPending } from '#features/first-run/first-run.data.ts';
import { OutsideSign } from '#features/outside-systems/outside-sign.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { scrollToEntry } from '#shared/ui/behaviour/scroll-to-entry.ts';
import { adminSections } from '#shell/admin-sections.ts';
import { Header } from '#shell/header.tsx';
import { PageFrame } from '#shell/page-frame.tsx';

/** The frame of the admin area: sections beside the screen, above it on narrow windows. */
export function Component() {
  const { t } = useTranslation();
  const [, , area = ''] = useLocation().pathname.split('/');
  const { data: firstRun } = useQuery(firstRunQuery);
  const sections = adminSections(useMe(), { isNew: firstRun !== undefined && isPending(firstRun) });
  return (
    <PageFrame header={<Header />}>
      <div className={classes.frame}>
        <nav className={classes.menu} aria-label={t('admin.menu')}>
          <PaletteButton />
          {sections.map(({ area: of, otherAreas = [], key, icon: Icon }) => (
            <Link
              key={of}
              ref={[of, ...otherAreas].includes(area) ? scrollToEntry : undefined}
              to={`/admin/${of}`}
              className={classes.section}
              aria-current={[of, ...otherAreas].includes(area) ? 'page' : undefined}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              {t(key)}
              {of === 'server' && <OutsideSign />}
            </Link>
          ))}
        </nav>
        <div className={classes.screen}>
          <Outlet />
        </div>
      </div>
    </PageFrame>
  );
}
