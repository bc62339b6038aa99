import { ActionIcon, Checkbox, Menu, NumberInput, Table } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconEye,
  IconPhoto,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DraftTest } from '#features/problem-editor/editor-draft.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { useSizeText } from '#features/problem-editor/tests/size-text.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';

export interface TestRowProps {
  test: DraftTest;
  number: number;
  isLast: boolean;
  hasPoints: boolean;
  onView: () => void;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onChange: (part: Partial<DraftTest>) => void;
  onRemove: () => void;
}

/** A test with its sizes, hashes and what may be done with it. */
export function TestRow({ test, number, isLast, hasPoints, onChange, ...does }: TestRowProps) {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Th scope="row">{number}</Table.Th>
      <Table.Td>
        <FileFacts bytes={test.inputBytes} sha256={test.inputSha256} />
        {test.picture && (
          <IconPhoto
            className={classes.hasPicture}
            size={16}
            role="img"
            aria-label={t('testFiles.picture', { number })}
          />
        )}
      </Table.Td>
      <Table.Td>
        <FileFacts bytes={test.answerBytes} sha256={test.answerSha256} />
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={t('problemEditor.isSample', { number })}
          checked={test.isSample}
          onChange={(event) => onChange({ isSample: event.currentTarget.checked })}
        />
      </Table.Td>
      {hasPoints && (
        <Table.Td>
          <NumberInput
            aria-label={t('problemEditor.pointsOf', { number })}
            value={test.points ?? ''}
            min={0}
            w="6em"
            description={test.group}
            onChange={(value) => onChange({ points: typeof value === 'number' ? value : null })}
          />
        </Table.Td>
      )}
      <Table.Td>
        <Actions number={number} isLast={isLast} {...does} />
      </Table.Td>
    </Table.Tr>
  );
}

type ActionsProps = Pick<TestRowProps, 'number' | 'isLast' | 'onView' | 'onEdit' | 'onMove' | 'onRemove'>;

/** What may be done with a test; on phones a menu, since the row has no room for five buttons. */
function Actions({ number, isLast, onView, onEdit, onMove, onRemove }: ActionsProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const actions = [
    { key: 'viewTest', Icon: IconEye, onClick: onView },
    { key: 'replaceTest', Icon: IconReplace, onClick: onEdit },
    { key: 'testUp', Icon: IconArrowUp, onClick: () => onMove(-1), isOff: number === 1 },
    { key: 'testDown', Icon: IconArrowDown, onClick: () => onMove(1), isOff: isLast },
    { key: 'removeTest', Icon: IconTrash, onClick: onRemove },
  ];
  if (isPhone) {
    return (
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('problemEditor.actionsOf', { number })}>
            <IconDotsVertical size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ key, Icon, onClick, isOff = false }) => (
            <Menu.Item
              key={key}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              disabled={isOff}
              onClick={onClick}
            >
              {t(`problemEditor.${key}`, { number })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  }
  return (
    <div className={classes.actions}>
      {actions.map(({ key, Icon, onClick, isOff = false }) => (
        <ActionIcon
          key={key}
          size={36}
          aria-label={t(`problemEditor.${key}`, { number })}
          title={t(`problemEditor.${key}`, { number })}
          disabled={isOff}
          onClick={onClick}
        >
          <Icon size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  );
}

function FileFacts({ bytes, sha256 }: { bytes: number; sha256: string }) {
  const sizeText = useSizeText();
  return (
    <>
      {sizeText(bytes)} <code className={classes.hash}>{sha256.slice(0, 8)}</code>
    </>
  );
}
