import type { ContestTimes } from '@balloon/domain/contests/contest-phase.ts';
import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { FormPart } from '#features/contest-admin/form/form-part.tsx';
import {
  clockOf,
  dateOf,
  isOver,
  lengthOf,
  nextHour,
  startsAtNight,
  timesOf,
} from '#features/contest-admin/form/form-times.ts';
import { windowMsOf } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { ContestTimeline } from '#features/contests/contest-timeline.tsx';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';

/** Start, length, freeze and practice, with what they add up to. */
export function TimeFields({ form, isNew }: { form: FormOf; isNew: boolean }) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const zone = useFormats().zone(nowMs);
  const times = timesOf(form.values);
  const isWhole = times !== null && times.durationTimeMs > 0 && times.practiceDurationTimeMs >= 0;
  return (
    <FormPart part="times" note={t('contests.zone', { zone })}>
      <div className={classes.times}>
        <TextInput
          type="date"
          label={t('contestForm.startDate')}
          required
          {...form.getInputProps('startDate')}
        />
        <TextInput
          type="time"
          label={t('contestForm.startTime')}
          description={startsAtNight(form.values) ? t('contestForm.nightTitle') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          {...form.getInputProps('startTime')}
        />
        <Hours form={form} name="durationHours" />
        <Minutes form={form} name="durationMinutes" />
        <Hours form={form} name="freezeHours" isFraction note={freezeNote(times)} />
        <Minutes form={form} name="freezeMinutes" />
      </div>
      <WindowFields form={form} />
      <PracticeFields form={form} />
      {isWhole && <ContestTimeline contest={times} />}
      {isOver(times, nowMs) && (
        <p className={classes.note} role="status">
          {t('contestForm.isOver')}
        </p>
      )}
      {isNew && times !== null && times.startTimeMs <= nowMs && <StartSoon form={form} nowMs={nowMs} />}
    </FormPart>
  );

  function freezeNote(of: ContestTimes | null): string | undefined {
    const freezeMs = lengthOf(form.values.freezeHours, form.values.freezeMinutes);
    if (freezeMs === 0) return t('contestForm.noFreeze');
    const isLonger = of !== null && freezeMs !== null && freezeMs > of.durationTimeMs;
    return isLonger ? t('contestForm.freezeFromStart') : undefined;
  }
}

/** Moves a start that has passed, such as that of an untouched form, to the next full hour. */
function StartSoon({ form, nowMs }: { form: FormOf; nowMs: number }) {
  const { t } = useTranslation();
  const startTimeMs = nextHour(nowMs);
  const at = useFormats().dateTime(startTimeMs);
  function move() {
    form.setFieldValue('startDate', dateOf(startTimeMs));
    form.setFieldValue('startTime', clockOf(startTimeMs));
  }
  return (
    <Button className={classes.startSoon ?? ''} variant="default" onClick={move}>
      {t('contestForm.startAt', { at })}
    </Button>
  );
}

interface HoursProps {
  form: FormOf;
  name: 'durationHours' | 'freezeHours' | 'practiceHours';
  isFraction?: boolean;
  note?: string | undefined;
}

function Hours({ form, name, isFraction = false, note }: HoursProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t(`contestForm.${name}`)}
      description={note}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={0}
      allowDecimal={isFraction}
      decimalScale={3}
      {...form.getInputProps(name)}
    />
  );
}

interface MinutesProps {
  form: FormOf;
  name: 'durationMinutes' | 'freezeMinutes';
}

function Minutes({ form, name }: MinutesProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t(`contestForm.${name}`)}
      min={0}
      max={59}
      allowDecimal={false}
      {...form.getInputProps(name)}
    />
  );
}

/** Length of the window that participants start by themselves. With it comes the freeze that hides results of others. */
function WindowFields({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const noteId = useId();
  const { durationHours, durationMinutes, windowHours, windowMinutes } = form.values;
  const change = (name: 'windowHours' | 'windowMinutes') => (value: number | string) => {
    if (windowHours === '' && windowMinutes === '' && value !== '' && durationHours !== '') {
      form.setFieldValue('freezeHours', durationHours);
      form.setFieldValue('freezeMinutes', durationMinutes || 0);
    }
    form.setFieldValue(name, value === '' ? '' : Number(value));
  };
  return (
    <fieldset className={classes.window} aria-describedby={noteId}>
      <legend className="visually-hidden">{t('contestForm.window')}</legend>
      <div className={classes.fields}>
        <NumberInput
          label={t('contestForm.windowHours')}
          min={0}
          decimalScale={3}
          {...form.getInputProps('windowHours')}
          onChange={change('windowHours')}
        />
        <NumberInput
          label={t('contestForm.windowMinutes')}
          min={0}
          max={59}
          allowDecimal={false}
          {...form.getInputProps('windowMinutes')}
          onChange={change('windowMinutes')}
        />
      </div>
      <p id={noteId} className={classes.note}>
        {t(windowMsOf(form.values) === null ? 'contestForm.windowOff' : 'contestForm.windowOn')}
      </p>
    </fieldset>
  );
}

const PRACTICES = ['none', 'hours', 'date'] as const;

/** The practice: none, for hours after the end, or until a date. */
function PracticeFields({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const { practice } = form.values;
  return (
    <div className={classes.fields}>
      <div className={classes.choice}>
        <span className={classes.label} aria-hidden>
          {t('contestForm.practice')}
        </span>
        <SegmentedControl
          aria-label={t('contestForm.practice')}
          data={PRACTICES.map((value) => ({ value, label: t(`contestForm.practice.${value}`) }))}
          value={practice}
          onChange={(value) =>
            form.setFieldValue('practice', PRACTICES.find((one) => one === value) ?? 'none')
          }
        />
        <span className={classes.note}>{t('contestForm.practiceHint')}</span>
      </div>
      {practice === 'hours' && <Hours form={form} name="practiceHours" isFraction />}
      {practice === 'date' && (
        <>
          <TextInput
            type="date"
            label={t('contestForm.practiceDate')}
            {...form.getInputProps('practiceDate')}
          />
          <TextInput
            type="time"
            label={t('contestForm.practiceTime')}
            {...form.getInputProps('practiceTime')}
          />
        </>
      )}
    </div>
  );
}
