import type { OutsideServerView } from '@balloon/contracts/outside-systems.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/outside-systems/outside.module.css';
import { RUNS_PATH } from '#features/outside-systems/outside.url.ts';
import { countAccounts } from '#features/outside-systems/server-state.ts';
import { useFormats } from '#shared/text/format.ts';

/** Accounts, queue and problems of a server; Polygon judges nothing. */
export function ServerFigures({ server }: { server: OutsideServerView }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { free, busy, disabled } = countAccounts(server.accounts);
  const isJudge = server.systemType !== 'polygon';
  return (
    <dl className={classes.figures}>
      <Figure name={t('outside.free')}>{number(free)}</Figure>
      {isJudge && <Figure name={t('outside.busy')}>{number(busy)}</Figure>}
      <Figure name={t('outside.disabled')} isTrouble={disabled > 0}>
        {number(disabled)}
      </Figure>
      {isJudge && (
        <>
          <Figure name={t('outside.waiting')}>{number(server.waiting)}</Figure>
          <Figure name={t('outside.running')}>{number(server.running)}</Figure>
          <Figure name={t('outside.unsettled')} isTrouble={server.unsettled > 0}>
            {server.unsettled > 0 ? <Link to={RUNS_PATH}>{number(server.unsettled)}</Link> : 0}
          </Figure>
          <Figure name={t('outside.problems')}>{number(server.problems)}</Figure>
        </>
      )}
    </dl>
  );
}

function Figure({
  name,
  isTrouble = false,
  children,
}: {
  name: string;
  isTrouble?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.figure} data-trouble={isTrouble}>
      <dt>{name}</dt>
      <dd>
        {isTrouble && <IconAlertTriangle size={16} aria-hidden />}
        {children}
      </dd>
    </div>
  );
}
