import type { ReactNode } from 'react';
import classes from '#features/session/auth.module.css';
import { BalloonBunch } from '#features/session/balloon-bunch.tsx';
import { SITE } from '#shared/look/site.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { Footer } from '#shell/footer.tsx';

/** Frame of sign-in, registration and similar forms: the balloons, and the content beside them. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={classes.screen}>
      <div className={classes.picture}>
        <BalloonBunch />
      </div>
      <div className={classes.side}>
        <main className={classes.main}>
          <div className={classes.smallPicture}>
            <BalloonBunch />
          </div>
          {SITE.logo !== null && <img className={classes.logo} src={SITE.logo} alt="" />}
          <h1 className={classes.title}>{title}</h1>
          {children}
        </main>
        <Footer />
      </div>
    </div>
  );
}
