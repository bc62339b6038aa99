import type { ContestAwards } from '@balloon/contracts/scoreboard/ceremony.ts';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { AwardForm } from '#features/ceremony/award-form.tsx';
import { type AwardByHand, awardsQuery, useRemoveAward } from '#features/ceremony/awards.data.ts';
import classes from '#features/ceremony/awards.module.css';
import { Certificates } from '#features/ceremony/certificates.tsx';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';

/** /admin/contests/{id}/awards: what follows from the table, and awards by hand. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const { data: awards, error, refetch } = useQuery(awardsQuery(contestId, useLocale()));
  usePageTitle(awards && t('awards.title', { contest: awards.contest.name }), error);
  if (!awards)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('awards.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Awards awards={awards} />;
}

function Awards({ awards }: { awards: ContestAwards }) {
  const { t } = useTranslation();
  const { contest, people, isOver, isFinal } = awards;
  const [edited, setEdited] = useState<AwardByHand | 'new' | null>(null);
  const names = new Map(people.map(({ userId, name }) => [userId, name]));
  return (
    <div className={classes.page}>
      <ContestHead title={t('awards.heading')} contest={contest.name} label={t('awards.heading')}>
        <Link to={`/admin/contests/${contest.id}/ceremony`}>{t('ceremony.heading')}</Link>
        <Link to={`/admin/contests/${contest.id}/results`}>{t('results.heading')}</Link>
        <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>
      </ContestHead>
      <section className={classes.part} aria-label={t('awards.byHand')}>
        <div className={classes.head}>
          <h2 className={classes.subtitle}>{t('awards.byHand')}</h2>
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={isFinal || people.length === 0}
            onClick={() => setEdited('new')}
          >
            {t('awards.add')}
          </Button>
        </div>
        <p className={classes.hint}>{t(isFinal ? 'awards.final' : 'awards.byHandHint')}</p>
        <ByHand awards={awards} names={names} onEdit={setEdited} />
      </section>
      <section className={classes.part} aria-label={t('awards.ofTable')}>
        <h2 className={classes.subtitle}>{t('awards.ofTable')}</h2>
        {isOver ? (
          <OfTable awards={awards} names={names} />
        ) : (
          <p className={classes.hint}>{t('awards.notYet')}</p>
        )}
      </section>
      <Certificates awards={awards} />
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={t(edited === 'new' ? 'awards.add' : 'awards.edit')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {edited !== null && (
          <AwardForm
            contestId={contest.id}
            people={people}
            award={edited === 'new' ? null : edited}
            onDone={() => setEdited(null)}
          />
        )}
      </Modal>
    </div>
  );
}

interface PartProps {
  awards: ContestAwards;
  names: ReadonlyMap<number, string>;
}

const namesOf = (names: ReadonlyMap<number, string>, userIds: readonly number[]) =>
  userIds.map((userId) => names.get(userId) ?? String(userId)).join(', ');

function ByHand({ awards, names, onEdit }: PartProps & { onEdit: (award: AwardByHand) => void }) {
  const { t } = useTranslation();
  const remove = useRemoveAward(awards.contest.id);
  async function removeSurely({ id, titleRu, titleEn }: AwardByHand) {
    const title = titleRu || titleEn;
    const isSure = await confirm({
      title: t('awards.removeTitle', { title }),
      text: t('awards.removeText'),
      yes: t('awards.remove'),
    });
    if (isSure) remove.mutate(id);
  }
  if (awards.byHand.length === 0) return <p className={classes.hint}>{t('awards.none')}</p>;
  return (
    <ul className={classes.list}>
      {awards.byHand.map((award) => (
        <li key={award.id} className={classes.award}>
          <div>
            <p className={classes.name}>{[award.titleRu, award.titleEn].filter(Boolean).join(' / ')}</p>
            {award.citation && <p className={classes.hint}>{award.citation}</p>}
            <p>{namesOf(names, award.userIds)}</p>
          </div>
          {!awards.isFinal && (
            <div className={classes.buttons}>
              <Button variant="default" onClick={() => onEdit(award)}>
                {t('awards.edit')}
              </Button>
              <Button variant="subtle" color="red" onClick={() => void removeSurely(award)}>
                {t('awards.remove')}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Ranks are left out: the table tells them. */
function OfTable({ awards: { awards }, names }: PartProps) {
  const { t } = useTranslation();
  const shown = awards.filter(({ kind }) => kind !== 'rank' && kind !== 'byHand');
  if (shown.length === 0) return <p className={classes.hint}>{t('awards.noneOfTable')}</p>;
  return (
    <dl className={classes.list}>
      {shown.map(({ id, kind, name, userIds }) => (
        <div key={id} className={classes.award}>
          <dt className={classes.name}>{t(`awards.kind.${kind}`, { name })}</dt>
          <dd className={classes.people}>{namesOf(names, userIds)}</dd>
        </div>
      ))}
    </dl>
  );
}
