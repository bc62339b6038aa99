import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleNotice } from '#features/audit/stale-notice.tsx';
import classes from '#features/site-settings/settings.module.css';
import type { SectionState } from '#features/site-settings/use-section.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';

export interface SectionFormProps {
  state: Pick<
    SectionState<SettingSection, Record<string, unknown>>,
    'section' | 'isChanged' | 'isSaving' | 'stale' | 'save' | 'reset' | 'takeTheirs'
  >;
  children: ReactNode;
  /** Part below the buttons, such as a test of what was saved. */
  after?: ReactNode;
}

/** Frame of a section: its heading, its fields, what others have changed, and the buttons. */
export function SectionForm({ state, children, after }: SectionFormProps) {
  const { t } = useTranslation();
  const { section, isChanged, isSaving, stale } = state;
  const id = `settings-${section}`;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t(`settings.section.${section}`)}</h2>
        <p className={classes.note}>{t(`settings.note.${section}`)}</p>
      </header>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.save();
        }}
      >
        {children}
        {stale && (
          <StaleNotice
            facts={stale}
            isSaving={isSaving}
            onTake={() => void state.takeTheirs().catch(showError)}
            onOverwrite={state.save}
          />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={isSaving} disabled={!isChanged}>
            {t('settings.save')}
          </Button>
          {isChanged && (
            <Button variant="subtle" onClick={state.reset}>
              {t('settings.reset')}
            </Button>
          )}
        </div>
      </form>
      {after}
    </section>
  );
}
