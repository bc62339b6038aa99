import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from '#shell/footer.tsx';
import classes from '#shell/page-frame.module.css';

/** Header, screen, footer. The first Tab stop is a link that skips the header. */
export function PageFrame({
  header,
  children,
  bottom,
}: {
  header: ReactNode;
  children: ReactNode;
  bottom?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} data-has-bottom={bottom !== undefined}>
      <a className={classes.skip} href="#main">
        {t('frame.skip')}
      </a>
      {header}
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {bottom}
    </div>
  );
}
