import type { ContestControl, ControlledPerson } from '@balloon/contracts/contests/contest-control.ts';
import { endTimeMs, hasFreeze, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveExtraTime, useControlAction } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/contest-control.module.css';
import { ExtraMinutes } from '#features/contest-control/time/extra-minutes.tsx';
import { ExtraTimePeople } from '#features/contest-control/time/extra-time-people.tsx';
import { useSeenRevision } from '#features/contest-control/time/seen-revision.ts';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { useFormats } from '#shared/text/format.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const MINUTE_MS = 60_000;

type Chosen = ReadonlyMap<number, ControlledPerson>;

export interface ExtraTimeFormProps {
  contest: ContestControl['contest'];
  /** How many participants have extra time. */
  given: number;
  onClose: () => void;
  onChanged: (change: LastChange) => void;
}

/** Chooses participants and their extra time, in all; 0 takes it back. */
export function ExtraTimeForm({ contest, given, onClose, onChanged }: ExtraTimeFormProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [minutes, setMinutes] = useState<number | ''>(10);
  const { give, isPending } = useGiving(contest, { onClose, onChanged });
  const toggle = (person: ControlledPerson) => {
    const others = new Map(chosen);
    if (!others.delete(person.user.id)) others.set(person.user.id, person);
    setChosen(others);
  };
  const hasAny = [...chosen.values()].some(({ extraTimeMs }) => extraTimeMs > 0);
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        if (minutes !== '' && minutes > 0 && chosen.size > 0) void give(chosen, minutes);
      }}
    >
      <ExtraTimePeople contest={contest} given={given} chosen={chosen} onToggle={toggle} />
      <ExtraMinutes minutes={minutes} onChange={setMinutes} />
      <Consequences contest={contest} minutes={minutes || 0} />
      <div className={classes.buttons}>
        {hasAny && (
          <Button variant="default" loading={isPending} onClick={() => void give(chosen, 0)}>
            {t('control.takeBack', { count: chosen.size })}
          </Button>
        )}
        <Button type="submit" disabled={chosen.size === 0 || !minutes} loading={isPending}>
          {t('control.give', { minutes: minutes || 0, count: chosen.size })}
        </Button>
      </div>
    </SavingForm>
  );
}

/** Ends with that extra time: of those who get it, and of the contest for everybody's results. */
function Consequences({ contest, minutes }: { contest: ContestControl['contest']; minutes: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ownEndMs = endTimeMs(contest) + minutes * MINUTE_MS;
  const until = formats.time(Math.max(ownEndMs, lastEndTimeMs(contest)));
  return (
    <ul className={classes.consequences} aria-live="polite">
      <li>{t('control.ownEnd', { from: formats.time(endTimeMs(contest)), to: formats.time(ownEndMs) })}</li>
      <li>{t(hasFreeze(contest) ? 'control.frozenUntil' : 'control.finalAfter', { until })}</li>
    </ul>
  );
}

function useGiving(
  { id: contestId, revision: present }: ContestControl['contest'],
  { onClose, onChanged }: Pick<ExtraTimeFormProps, 'onClose' | 'onChanged'>,
) {
  const { t } = useTranslation();
  const { seen: basedOnRevision, noteRefusal } = useSeenRevision(present);
  const giving = useControlAction(contestId, ({ chosen, minutes }: { chosen: Chosen; minutes: number }) =>
    giveExtraTime(contestId, {
      people: [...chosen.keys()].map((userId) => ({ userId, minutes })),
      basedOnRevision,
    }),
  );
  async function give(chosen: Chosen, minutes: number): Promise<void> {
    try {
      const { revision, before } = await giving.mutateAsync({ chosen, minutes });
      const text = t(minutes === 0 ? 'control.done.takenBack' : 'control.done.extraTime', {
        ...{ minutes, count: chosen.size },
      });
      const undo = () => giveExtraTime(contestId, { people: before, basedOnRevision: revision });
      if (before.length > 0) onChanged({ text, revision, undo });
      onClose();
    } catch (error) {
      noteRefusal(error); // the mutation has reported it; what was chosen stays
    }
  }
  return { give, isPending: giving.isPending };
}
