import { SiteMark } from '#shell/mark.tsx';
import classes from '#shell/start-screen.module.css';

/** Before the first screen is there. */
export function StartScreen() {
  return (
    <div className={classes.screen}>
      <SiteMark size={56} />
    </div>
  );
}
