import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { OUTSIDE_SERVERS } from '@balloon/domain/outside/outside-systems.ts';
import { useTranslation } from 'react-i18next';
import serverClasses from '#features/maintenance/server.module.css';

/** Pace and settings of a server. */
export function ServerSettings({ server }: { server: OutsideServerView }) {
  const { t } = useTranslation();
  const { settings, systemType, sendEveryMs } = server;
  const filled = OUTSIDE_SERVERS[systemType].settings.flatMap(({ name }) => {
    const value = settings[name];
    return value ? [{ name, value }] : [];
  });
  return (
    <section className={serverClasses.part} aria-labelledby="outside-settings">
      <h2 id="outside-settings">{t('outside.settings')}</h2>
      <dl className={serverClasses.facts}>
        <dt>{t('outside.paceShort')}</dt>
        <dd>{t('outside.paceValue', { seconds: sendEveryMs / 1000 })}</dd>
        {filled.map(({ name, value }) => (
          <SettingFact key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  );
}

function SettingFact({ name, value }: { name: string; value: string }) {
  const { t, i18n } = useTranslation();
  const choice = `outside.choice.${name}.${value}`;
  return (
    <>
      <dt>{t(`outside.field.${name}`)}</dt>
      <dd>{i18n.exists(choice) ? t(choice) : value}</dd>
    </>
  );
}
