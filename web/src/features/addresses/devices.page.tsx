import type { ContestDevices, DeviceSession } from '@balloon/contracts/hall/devices.ts';
import { Button, Switch } from '@mantine/core';
import { IconCheck, IconDevices } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { deviceOf } from '#features/account/device-name.ts';
import classes from '#features/addresses/addresses.module.css';
import { type DeviceRow, deviceRows } from '#features/addresses/device-rows.ts';
import { useDeviceMoves } from '#features/addresses/use-device-moves.ts';
import { useFilters } from '#features/addresses/use-filters.ts';
import { get } from '#shared/api/calls/api.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

const REFRESH_EVERY_MS = 10_000;

const devicesQuery = (contestId: number) =>
  queryOptions({
    queryKey: ['devices', contestId],
    queryFn: ({ signal }) => get<ContestDevices>(`/api/admin/contests/${contestId}/devices`, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_EVERY_MS,
    meta: { ownError: true, quiet: true },
  });

/** Most participants that are drawn; others are found by words. */
const SHOWN = 200;

/** /admin/contests/{id}/devices: on which device each participant takes part, and where else they are signed in. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const { data: devices, error, refetch } = useQuery(devicesQuery(contestId));
  usePageTitle(devices && t('devices.title', { contest: devices.contest.name }), error);
  if (!devices)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('devices.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Devices devices={devices} />;
}

function Devices({ devices }: { devices: ContestDevices }) {
  const { t } = useTranslation();
  const { contest } = devices;
  const { filters, change } = useFilters();
  const isSeveralOnly = filters.get('several') === 'true';
  const q = filters.get('q') ?? '';
  const rows = deviceRows(devices, { q, isSeveralOnly });
  return (
    <div className={classes.page}>
      <ContestHead title={t('devices.heading')} contest={contest.name}>
        <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
        <Link to={`/admin/contests/${contest.id}/addresses`}>{t('devices.addresses')}</Link>
      </ContestHead>
      {!contest.bindsDevices && (
        <Notice tone="warning" icon={<IconDevices size={20} aria-hidden />}>
          {t('devices.off')} <Link to={`/admin/contests/edit/${contest.id}`}>{t('devices.offLink')}</Link>
        </Notice>
      )}
      {contest.bindsDevices && <p className={classes.facts}>{t('devices.hint')}</p>}
      <div className={classes.tools}>
        <SearchField
          label={t('devices.find')}
          query={q}
          debounceMs={200}
          onSearch={(word) => change('q', word)}
        />
        <Switch
          label={t('devices.several')}
          checked={isSeveralOnly}
          onChange={(event) => change('several', event.currentTarget.checked ? 'true' : '')}
        />
      </div>
      {rows.length === 0 && (
        <EmptyState
          icon={<IconDevices size={44} stroke={1.4} aria-hidden />}
          title={t('devices.none')}
          text={t('devices.noneText')}
        />
      )}
      {rows.slice(0, SHOWN).map((row) => (
        <Participant key={row.person.id} contest={contest} row={row} />
      ))}
      {rows.length > SHOWN && <p>{t('devices.more', { count: rows.length - SHOWN })}</p>}
    </div>
  );
}

function Participant({ contest, row }: { contest: ContestDevices['contest']; row: DeviceRow }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moves = useDeviceMoves(contest.id);
  const { name, held, sessions } = row;
  const isHolderSignedIn = sessions.some(({ holds }) => holds);
  return (
    <section className={classes.group} aria-label={name}>
      <div className={classes.entry}>
        <h2 className={classes.name}>{name}</h2>
        {contest.bindsDevices && held && (
          <Button
            variant="subtle"
            aria-label={t('devices.releaseOf', { name })}
            loading={moves.isPending}
            onClick={() => void moves.release(row)}
          >
            {t('devices.release')}
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {held && !isHolderSignedIn && (
          <li className={classes.entry}>
            <div className={classes.place}>
              <DeviceText ip={held.ip} userAgent={held.userAgent} />
              <span className={classes.facts}>
                {[
                  t('devices.holds'),
                  t('devices.heldSince', { at: formats.dateTime(held.heldSinceMs) }),
                ].join(' ')}
                {` · ${t('devices.signedOut')}`}
              </span>
            </div>
          </li>
        )}
        {sessions.map((session) => (
          <li key={session.id} className={classes.entry}>
            <div className={classes.place}>
              <DeviceText ip={session.ip} userAgent={session.userAgent} />
              <SessionFacts session={session} row={row} />
            </div>
            {contest.bindsDevices && !session.holds && (
              <Button
                variant="default"
                loading={moves.isPending}
                aria-label={t('devices.moveOf', { name, device: deviceText(session, t('devices.unknown')) })}
                onClick={() => void moves.moveTo(session, row)}
              >
                {t('devices.move')}
              </Button>
            )}
          </li>
        ))}
        {sessions.length === 0 && <li className={classes.facts}>{t('devices.noSession')}</li>}
        {contest.bindsDevices && !held && <li className={classes.facts}>{t('devices.free')}</li>}
      </ul>
    </section>
  );
}

function SessionFacts({
  session: { holds, member, seenAtMs },
  row: { held },
}: {
  session: DeviceSession;
  row: DeviceRow;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const since = held && t('devices.heldSince', { at: formats.dateTime(held.heldSinceMs) });
  const facts = [
    member,
    holds && held?.movedBy != null && t('devices.movedBy', { name: held.movedBy }),
    t('devices.seen', { at: formats.dateTime(seenAtMs) }),
  ];
  return (
    <span className={classes.facts}>
      {holds && (
        <strong className={classes.holds}>
          <IconCheck size={16} stroke={2.6} aria-hidden />
          {t('devices.holds')} {since}
        </strong>
      )}
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}

function DeviceText(device: { ip: string | null; userAgent: string | null }) {
  const { t } = useTranslation();
  return (
    <span className={classes.other} title={device.userAgent ?? undefined}>
      {deviceText(device, t('devices.unknown'))}
    </span>
  );
}

const deviceText = ({ ip, userAgent }: { ip: string | null; userAgent: string | null }, unknown: string) =>
  [ip, deviceOf(userAgent).name ?? unknown].filter(Boolean).join(' · ');
