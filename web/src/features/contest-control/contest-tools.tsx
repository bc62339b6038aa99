import {
  IconBalloon,
  IconCertificate,
  IconCopyCheck,
  IconDevices,
  IconFlag,
  IconHistory,
  IconHourglass,
  IconNetwork,
  IconPrinter,
  IconRefresh,
  IconTrophy,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-control/contest-control.module.css';

/** Screens of the day of a contest, beside the control screen. */
const TOOLS = [
  { path: 'balloons', text: 'balloons.heading', Icon: IconBalloon },
  { path: 'prints', text: 'printing.queue', Icon: IconPrinter },
  { path: 'rejudgings', text: 'rejudgings.heading', Icon: IconRefresh },
  { path: 'ceremony', text: 'ceremony.heading', Icon: IconTrophy },
  { path: 'results', text: 'results.heading', Icon: IconFlag },
  { path: 'awards', text: 'awards.andCertificates', Icon: IconCertificate },
  { path: 'addresses', text: 'addresses.heading', Icon: IconNetwork },
  { path: 'devices', text: 'devices.heading', Icon: IconDevices },
  { path: 'drafts', text: 'drafts.heading', Icon: IconHistory },
  { path: 'similarity', text: 'similarity.heading', Icon: IconCopyCheck },
] as const;

/** The screen that only a floating contest has, before the others. */
const WINDOWS = { path: 'windows', text: 'windows.heading', Icon: IconHourglass } as const;

/** Ways to the other screens of organisers for a contest. */
export function ContestTools({ contestId, isFloating }: { contestId: number; isFloating: boolean }) {
  const { t } = useTranslation();
  const tools = isFloating ? [WINDOWS, ...TOOLS] : TOOLS;
  return (
    <nav className={classes.tools} aria-label={t('control.tools')}>
      <h2 className="visually-hidden">{t('control.tools')}</h2>
      {tools.map(({ path, text, Icon }) => (
        <Link key={path} to={`/admin/contests/${contestId}/${path}`} className={classes.tool}>
          <Icon size={18} stroke={1.7} aria-hidden />
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
