import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconDownload, IconEyeOff, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Credentials, credentialsCsv } from '#features/user-admin/passwords/credentials.ts';
import classes from '#features/user-admin/passwords/password-sheets.module.css';
import { PasswordSlips, PasswordTables } from '#features/user-admin/passwords/password-sheets.tsx';
import { isOnlyHere, printedAddress } from '#features/user-admin/passwords/printed-address.ts';
import { csvSeparator, downloadText } from '#shared/text/csv.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

export interface IssuedCredentialsProps {
  title: string;
  people: readonly Credentials[];
  /** Further facts above the sheets. */
  children?: ReactNode;
  /** Text of the button that ends this. */
  done: string;
  onClose: () => void;
}

/**
 * Passwords that are shown this once: as a file, as slips to cut, or as a table for each group. Asks before they are
 * lost, unless they were saved or printed.
 */
export function IssuedCredentials({ title, people, children, done, onClose }: IssuedCredentialsProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState<'slips' | 'tables'>('slips');
  const [typedAddress, setTypedAddress] = useState(location.origin);
  const [isKept, setKept] = useState(false);
  const download = useDownload(people);
  const Sheets = form === 'slips' ? PasswordSlips : PasswordTables;
  const hasUnsaved = !isKept && people.length > 0;
  const leave = useLeaveGuard(hasUnsaved);
  async function close() {
    const question = { title: t('credentials.loseTitle'), text: t('credentials.loseText') };
    const yes = t('credentials.loseYes');
    const isSure = !hasUnsaved || (await confirm({ ...question, yes, isDestructive: true }));
    if (!isSure) return;
    leave.allow();
    onClose();
  }
  return (
    <div className={classes.page}>
      <div className="no-print">
        <h1 className={classes.title}>{title}</h1>
        {children}
        <Notice tone="warning" icon={<IconEyeOff size={20} aria-hidden />}>
          {t('credentials.once')}
        </Notice>
        <div className={classes.tools}>
          <SegmentedControl
            aria-label={t('credentials.form')}
            value={form}
            onChange={(value) => setForm(value === 'tables' ? 'tables' : 'slips')}
            data={(['slips', 'tables'] as const).map((value) => ({
              value,
              label: t(`credentials.form.${value}`),
            }))}
          />
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => {
              window.print();
              setKept(true);
            }}
          >
            {t('credentials.print')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => {
              download();
              setKept(true);
            }}
          >
            {t('credentials.download')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => void close()}>
            {done}
          </Button>
        </div>
        <TextInput
          className={classes.addressField}
          label={t('credentials.address')}
          description={isOnlyHere(typedAddress) ? t('credentials.addressLocal') : undefined}
          type="url"
          value={typedAddress}
          onChange={(event) => setTypedAddress(event.currentTarget.value)}
        />
      </div>
      <Sheets people={people} address={printedAddress(typedAddress)} />
    </div>
  );
}

function useDownload(people: readonly Credentials[]): () => void {
  const { t } = useTranslation();
  const separator = csvSeparator(useLocale());
  return () => {
    const words = {
      lastName: t('auth.lastName'),
      firstName: t('auth.firstName'),
      username: t('auth.newUsername'),
      password: t('auth.password'),
      groups: t('people.groups'),
    };
    downloadText('passwords.csv', credentialsCsv(people, words, separator));
  };
}
