import { Menu } from '@mantine/core';
import { IconDownload, IconEye, IconListCheck, IconListNumbers, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ScoreboardToolbarProps } from '#features/scoreboard/scoreboard-toolbar.tsx';

/** What is seldom done with a table, as items of a menu. */
export function MoreItems(props: ScoreboardToolbarProps) {
  const { place, onPlace, other, isSupervisor, onSelect, onPrint, onCsv } = props;
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item component={Link} to={other.to} leftSection={<IconListNumbers size={18} aria-hidden />}>
        {other.label}
      </Menu.Item>
      {isSupervisor && (
        <Menu.Item
          leftSection={<IconEye size={18} aria-hidden />}
          onClick={() => onPlace({ isPublic: !place.isPublic })}
        >
          {place.isPublic ? t('scoreboard.showAll') : t('scoreboard.showPublic')}
        </Menu.Item>
      )}
      {onSelect && (
        <Menu.Item leftSection={<IconListCheck size={18} aria-hidden />} onClick={onSelect}>
          {t('selection.start')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
        {t('scoreboard.print')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={onCsv}>
        {t('scoreboard.csv')}
      </Menu.Item>
    </>
  );
}
