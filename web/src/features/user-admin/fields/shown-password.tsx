import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/forms/account-form.module.css';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

/** Username and password, to be handed over now: neither the page nor the server shows the password again. */
export function ShownPassword({ username, password }: { username: string; password: string }) {
  const { t } = useTranslation();
  const facts = [
    ['username', t('auth.newUsername'), username],
    ['password', t('auth.password'), password],
  ] as const;
  return (
    <>
      <dl className={classes.secret}>
        {facts.map(([name, label, text]) => (
          <Fact key={name} label={label} text={text} copy={t('credentials.copy', { what: label })} />
        ))}
      </dl>
      <p className={classes.hint}>{t('credentials.onceOne')}</p>
    </>
  );
}

function Fact({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="mono">{text}</dd>
      <dd>
        <CopyButton text={text} label={copy} />
      </dd>
    </>
  );
}
