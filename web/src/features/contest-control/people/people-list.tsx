import type { ContestControl, ControlledPerson } from '@balloon/contracts/contests/contest-control.ts';
import { isFloating as isFloatingContest } from '@balloon/domain/contests/contest-phase.ts';
import { Button } from '@mantine/core';
import { IconDoorEnter, IconGavel, IconUserMinus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  admitPerson,
  removeParticipant,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import { AdjustForm, type AdjustFormProps } from '#features/contest-control/people/adjust-form.tsx';
import { AdjustGroup } from '#features/contest-control/people/adjust-group.tsx';
import classes from '#features/contest-control/people/people-list.module.css';
import { PeopleSearch } from '#features/contest-control/people/people-search.tsx';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** People by name, each with what can be done. */
export function PeopleList({ contest }: { contest: ContestControl['contest'] }) {
  const { t } = useTranslation();
  const contestId = contest.id;
  const isFloating = isFloatingContest(contest);
  const [adjusted, setAdjusted] = useState<AdjustFormProps['person'] | null>(null);
  const opener = useRef<Element>(null);
  const list = (
    <>
      <PeopleSearch contestId={contestId} revision={contest.revision} nobody={t('control.nobodyFoundText')}>
        {(found) => (
          <ul className={classes.list}>
            {found.map((person) => (
              <Person
                key={person.user.id}
                contestId={contestId}
                isFloating={isFloating}
                person={person}
                onAdjust={(chosen) => {
                  opener.current = document.activeElement;
                  setAdjusted(chosen);
                }}
              />
            ))}
          </ul>
        )}
      </PeopleSearch>
      <AdjustGroup contestId={contestId} />
    </>
  );
  function close() {
    setAdjusted(null);
    requestAnimationFrame(() => opener.current instanceof HTMLElement && opener.current.focus());
  }
  return (
    <>
      {adjusted && (
        <AdjustForm contestId={contestId} isFloating={isFloating} person={adjusted} onClose={close} />
      )}
      {/* Stays, so that the search is not typed again for the next person. */}
      <div hidden={adjusted !== null}>{list}</div>
    </>
  );
}

interface PersonProps {
  contestId: number;
  isFloating: boolean;
  person: ControlledPerson;
  onAdjust: (person: AdjustFormProps['person']) => void;
}

function Person({ contestId, isFloating, person, onAdjust }: PersonProps) {
  const { t } = useTranslation();
  const { user, adjustment, presentMembers } = person;
  const name = user.fullName || user.username;
  const { admit, remove, isPending } = usePersonActions(contestId, person, name);
  return (
    <li className={classes.person}>
      <div>
        <p className={classes.name}>
          <bdi>{name}</bdi> <span className={classes.login}>{user.username}</span>
        </p>
        <p className={classes.facts}>{useFacts(person, isFloating).join(' · ')}</p>
        {presentMembers.length > 0 && (
          <p className={classes.facts}>
            {t('control.presentMembers', { names: memberTexts(presentMembers) })}
          </p>
        )}
      </div>
      {adjustment ? (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconGavel size={18} aria-hidden />}
            aria-label={t('adjust.openOf', { name })}
            onClick={() => onAdjust({ ...person, adjustment })}
          >
            {t('adjust.open')}
          </Button>
          <Button
            variant="default"
            c="var(--wrong)"
            leftSection={<IconUserMinus size={18} aria-hidden />}
            aria-label={t('control.removeOf', { name })}
            loading={isPending}
            onClick={() => void remove()}
          >
            {t('control.remove')}
          </Button>
        </div>
      ) : (
        <Button
          variant="default"
          leftSection={<IconDoorEnter size={18} aria-hidden />}
          aria-label={t('control.admitOf', { name })}
          loading={isPending}
          onClick={() => void admit()}
        >
          {t('control.admit')}
        </Button>
      )}
    </li>
  );
}

/** What is known of a person in this contest, in words. */
function useFacts(person: ControlledPerson, isFloating: boolean) {
  const { t } = useTranslation();
  const { isJoined, isOnline, hasSignedIn, isInGroups, solutionsNumber, extraTimeMs, adjustment } = person;
  const laterMin = isFloating ? 0 : (adjustment?.startShiftMin ?? 0); // a shift counts for nothing there
  return [
    t(isJoined ? 'control.takesPart' : 'control.takesNoPart'),
    extraTimeMs > 0 && t('control.hasExtraTime', { minutes: Math.round(extraTimeMs / 60_000) }),
    adjustment?.isOfficial === false && t('adjust.outOf'),
    adjustment?.isDisqualified === true && t('adjust.disqualified'),
    adjustment &&
      adjustment.penaltyMin !== 0 &&
      t('adjust.penaltyOf', { minutes: signed(adjustment.penaltyMin) }),
    laterMin > 0 && t('adjust.laterBy', { minutes: laterMin }),
    adjustment?.isFromAnywhere === true && t('adjust.fromAnywhere'),
    isOnline && t('control.isOnline'),
    // Members of a team may act for it whose own account nobody uses.
    !hasSignedIn && !isOnline && t('control.neverWasHere'),
    !isInGroups && t('control.isInNoGroup'),
    solutionsNumber > 0 && t('control.sentBy', { count: solutionsNumber }),
  ].filter((fact) => typeof fact === 'string');
}

/** Members of a team who are there, each with where they are. */
const memberTexts = (members: ControlledPerson['presentMembers']) =>
  members
    .map(({ user, addresses }) => {
      const name = user.fullName || user.username;
      return addresses.length > 0 ? `${name} (${addresses.join(', ')})` : name;
    })
    .join(', ');

const signed = (minutes: number) => (minutes > 0 ? `+${minutes}` : `−${-minutes}`);

function usePersonActions(contestId: number, person: ControlledPerson, name: string) {
  const { t } = useTranslation();
  const { user, isInGroups, solutionsNumber } = person;
  const admitting = useControlAction(contestId, () => admitPerson(contestId, user.id));
  const removing = useControlAction(contestId, () => removeParticipant(contestId, user.id));
  async function admit() {
    const text = t(isInGroups ? 'control.admitText' : 'control.admitOutsiderText', { name });
    if (!(await confirm({ title: t('control.admitTitle', { name }), text, yes: t('control.admit') }))) return;
    await tellDone(admitting.mutateAsync(), t('control.admitted', { name }));
  }
  async function remove() {
    const isSure = await confirm({
      title: t('control.removeTitle', { name }),
      text: t('control.removeText', { name, count: solutionsNumber }),
      yes: t('control.remove'),
      isDestructive: true,
    });
    if (!isSure) return;
    await tellDone(removing.mutateAsync(), t('control.removed', { name }));
  }
  return { admit, remove, isPending: admitting.isPending || removing.isPending };
}

/** Says what was done, also when the person has left the list before all that changed is read again. */
async function tellDone(change: Promise<unknown>, text: string): Promise<void> {
  try {
    await change;
    showDone(text);
  } catch {
    // the mutation has reported it
  }
}
