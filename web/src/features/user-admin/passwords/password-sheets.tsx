import { useTranslation } from 'react-i18next';
import { byGroup, type Credentials } from '#features/user-admin/passwords/credentials.ts';
import classes from '#features/user-admin/passwords/password-sheets.module.css';
import { SITE } from '#shared/look/site.ts';
import { QrCode } from '#shared/ui/labels/qr-code.tsx';

const nameOf = ({ firstName, lastName, username }: Credentials) =>
  [lastName, firstName].filter(Boolean).join(' ') || username;

export interface PasswordSheetsProps {
  people: readonly Credentials[];
  /** Address of the site for participants, without a slash at its end. */
  address: string;
}

/** A slip for each person, to cut out: name, username, password, and the address of the site as text and code. */
export function PasswordSlips({ people, address }: PasswordSheetsProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.slips}>
      {people.map((person) => (
        <li key={person.userId} className={classes.slip}>
          <div className={classes.slipText}>
            <p className={classes.site}>{SITE.name}</p>
            <p className={classes.name}>{nameOf(person)}</p>
            <dl className={classes.facts}>
              <dt>{t('auth.newUsername')}</dt>
              <dd className="mono">{person.username}</dd>
              <dt>{t('auth.password')}</dt>
              <dd className="mono">{person.password}</dd>
            </dl>
            <p className={classes.address}>{address}</p>
          </div>
          <QrCode
            className={classes.code}
            text={`${address}/auth`}
            label={t('credentials.code', { address })}
          />
        </li>
      ))}
    </ul>
  );
}

/** A table for each group, on a sheet of its own. */
export function PasswordTables({ people, address }: PasswordSheetsProps) {
  const { t } = useTranslation();
  return (
    <>
      {byGroup(people).map(({ group, people: members }) => (
        <section key={group?.id ?? 0} className={classes.sheet}>
          <h2 className={classes.group}>{group?.name ?? t('people.noGroup')}</h2>
          <p className={classes.address}>
            {SITE.name} · {address}
          </p>
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('credentials.number')}</th>
                  <th scope="col">{t('credentials.person')}</th>
                  <th scope="col">{t('auth.newUsername')}</th>
                  <th scope="col">{t('auth.password')}</th>
                </tr>
              </thead>
              <tbody>
                {members.map((person, index) => (
                  <tr key={person.userId}>
                    <td>{index + 1}</td>
                    <td>{nameOf(person)}</td>
                    <td className="mono">{person.username}</td>
                    <td className="mono">{person.password}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  );
}
