import { MAX_PRINT_PAGES, MAX_PRINTS_PER_MINUTE } from '@balloon/contracts/hall/print-limits.ts';
import type { PrintRules } from '@balloon/contracts/hall/printing.ts';
import { Button, NumberInput, Switch } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlDialog } from '#features/contest-control/control-dialog.tsx';
import { changePrintRules, usePrintChange } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export interface PrintRulesProps {
  contestId: number;
  rules: PrintRules;
}

/** Opens what organisers decide about printing. */
export function PrintRulesButton(props: PrintRulesProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('printing.settings')}
      </Button>
      <ControlDialog isOpen={isOpen} title={t('printing.settingsTitle')} onClose={() => setIsOpen(false)}>
        <PrintRulesForm {...props} onSaved={() => setIsOpen(false)} />
      </ControlDialog>
    </>
  );
}

function PrintRulesForm({ contestId, rules, onSaved }: PrintRulesProps & { onSaved: () => void }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(rules);
  const { mutate, isPending } = usePrintChange(
    contestId,
    (body: PrintRules) => changePrintRules(contestId, body),
    () => showDone(t('printing.rulesSaved')),
  );
  const change = (changed: Partial<PrintRules>) => setWanted({ ...wanted, ...changed });
  const address = `${location.origin}/contest/${contestId}/print`;
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(wanted, { onSuccess: onSaved });
      }}
    >
      <Switch
        label={t('printing.isOpen')}
        description={t('printing.isOpenText')}
        checked={wanted.isOpen}
        onChange={(event) => change({ isOpen: event.currentTarget.checked })}
      />
      <p className={classes.link}>
        <code>{address}</code>
        <CopyButton text={address} label={t('printing.copyLink')} kind="link" />
      </p>
      <NumberInput
        label={t('printing.maxPages')}
        min={1}
        max={MAX_PRINT_PAGES}
        allowDecimal={false}
        value={wanted.maxPages}
        onChange={(value) => change({ maxPages: Number(value) || 1 })}
      />
      <NumberInput
        label={t('printing.jobsPerMinute')}
        min={1}
        max={MAX_PRINTS_PER_MINUTE}
        allowDecimal={false}
        value={wanted.jobsPerMinute}
        onChange={(value) => change({ jobsPerMinute: Number(value) || 1 })}
      />
      <Switch
        label={t('printing.printsAfterEnd')}
        checked={wanted.printsAfterEnd}
        onChange={(event) => change({ printsAfterEnd: event.currentTarget.checked })}
      />
      <Button type="submit" loading={isPending}>
        {t('printing.saveRules')}
      </Button>
    </SavingForm>
  );
}
