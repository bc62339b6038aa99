import { SITE } from '#shared/look/site.ts';
import classes from '#shell/mark.module.css';

/** Logo of the site, otherwise the product's mark. */
export function SiteMark() {
  if (SITE.logo === null) return <Mark />;
  return <img className={classes.logo} src={SITE.logo} alt="" />;
}

/** The mark: a balloon whose string ends in a tick. Takes the colour of the text around it. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} fill="currentColor" aria-hidden focusable="false">
      <g transform="rotate(27 20 11)">
        <path d="M20 .8c-5.4 0-9.2 4-9.2 9.2 0 5.6 4.6 10.9 9.2 10.9s9.2-5.3 9.2-10.9C29.2 4.8 25.4.8 20 .8Z" />
        <path d="m20 19.8 2.6 3.7h-5.2Z" />
      </g>
      <path
        d="M3.6 22.4 9.4 29l5.3-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
