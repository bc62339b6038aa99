import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RUNS_PATH } from '#features/outside-systems/data/outside.url.ts';
import classes from '#features/outside-systems/outside.module.css';
import { countAccounts } from '#features/outside-systems/servers/server-state.ts';
import { useFormats } from '#shared/text/format.ts';

export interface ServerFiguresProps {
  server: OutsideServerView;
  /** Leaves out what is zero, and says nothing by that. */
  isBrief?: boolean;
}

/** Accounts, queue and problems of a server; Polygon judges nothing. */
export function ServerFigures({ server, isBrief = false }: ServerFiguresProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <dl className={classes.figures}>
      {figuresOf(server)
        .filter(({ name, value }) => value > 0 || !isBrief || name === 'free')
        .map(({ name, value, isTrouble = false }) => (
          <div key={name} className={classes.figure} data-trouble={isTrouble}>
            <dt>{t(`outside.figure.${name}`)}</dt>
            <dd>
              {isTrouble && <IconAlertTriangle size={16} aria-hidden />}
              {name === 'unsettled' && value > 0 ? (
                <Link to={RUNS_PATH}>{number(value)}</Link>
              ) : (
                number(value)
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

interface Figure {
  /** Part of the key of its text. */
  name: string;
  value: number;
  isTrouble?: boolean;
}

function figuresOf({ systemType, accounts, ...server }: OutsideServerView): Figure[] {
  const { free, busy, disabled, stopped } = countAccounts(accounts);
  const isJudge = systemType !== 'polygon';
  return [
    { name: 'free', value: free },
    ...(isJudge ? [{ name: 'busy', value: busy }] : []),
    { name: 'disabled', value: disabled, isTrouble: stopped > 0 },
    ...(isJudge
      ? [
          { name: 'waiting', value: server.waiting },
          { name: 'running', value: server.running },
          { name: 'unsettled', value: server.unsettled, isTrouble: server.unsettled > 0 },
        ]
      : []),
    { name: 'problems', value: server.problems },
  ];
}
